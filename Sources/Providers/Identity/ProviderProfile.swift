import StrictJSON

/// What a provider says about an account.
///
/// Only the subject identifies it.
public struct ProviderProfile: Sendable, Equatable {
    /// An e-mail address and what it is worth.
    public struct Email: Sendable, Equatable {
        /// How sure it is that the address is the account's.
        public enum Standing: Sendable, Equatable {
            /// Nobody says that it has been verified.
            case unverified
            /// The provider has verified it at some time.
            case verified
            /// The provider itself gives the addresses of this domain out.
            case authoritative
        }

        /// The address, as the provider gives it.
        public let address: String
        /// How sure it is.
        public let standing: Standing

        /// Puts an address together; for what reads a profile, and for what has kept one.
        package init(address: String, standing: Standing) {
            self.address = address
            self.standing = standing
        }

        /// Two values are equal when the addresses are the same bytes and the standing is.
        public static func == (left: Email, right: Email) -> Bool {
            left.address.hasSameBytes(as: right.address) && left.standing == right.standing
        }
    }

    /// The longest name, in Unicode scalars.
    public static let maximumNameScalars = 256
    /// The longest address of a picture, in bytes.
    public static let maximumPictureBytes = 2048
    /// The longest e-mail address, in bytes (RFC 5321, section 4.5.3.1.3, without its brackets).
    public static let maximumEmailBytes = 254

    /// The preset's name.
    public let provider: String
    /// The account's identifier.
    public let subject: SubjectID
    /// The e-mail address, which never identifies an account (PRV-30).
    public let email: Email?
    /// The name, without control characters.
    public let name: String?
    /// The address of a picture, always https.
    public let picture: String?

    /// Puts a profile together; for what reads one, and for what has kept one.
    package init(provider: String, subject: SubjectID, email: Email?, name: String?, picture: String?) {
        self.provider = provider
        self.subject = subject
        self.email = email
        self.name = name
        self.picture = picture
    }

    /// Whether there is an address that counts as verified.
    public var emailVerified: Bool {
        switch email?.standing {
        case .verified?, .authoritative?: true
        case .unverified?, nil: false
        }
    }
}
