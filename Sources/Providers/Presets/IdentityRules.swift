/// Where the identifier of an account is.
public struct SubjectRule: Sendable {
    /// How the provider writes it.
    ///
    /// `SubjectID` takes each of these forms, so that one account has one subject.
    public enum Form: String, Sendable {
        /// A string.
        case string
        /// A string of digits.
        case digits
        /// A JSON integer.
        case integer
        /// A JSON integer in one answer, a string in another.
        case stringOrInteger = "string-or-integer"
    }

    /// For whom the identifier is the same.
    ///
    /// Where it is not global, another client identifier may mean other users.
    public enum Scope: String, Sendable {
        /// For everybody.
        case global
        /// For everybody at one installation.
        case instance
        /// For everybody who uses one issuer.
        case issuer
        /// For one organization of the provider.
        case organization
        /// For the clients of one developer or group of channels.
        case developer
        /// For one client.
        case client
        /// The configuration decides.
        case configured
        /// Nothing is known.
        case unknown
    }

    /// What is done with the value.
    public enum Reading: Sendable {
        /// Nothing.
        case whole
        /// It may be a URL whose last segment is the identifier.
        case lastPathSegment
        /// All paths hold GUIDs, which are joined with colons.
        case joinedGUIDs
    }

    /// Where it is: the first of these that is there decides; without any it must be configured.
    public var paths: [JSONPath]
    /// How the provider writes it.
    public var form = Form.string
    /// For whom it is the same.
    public var scope = Scope.global
    /// What is done with the value.
    public var reading = Reading.whole
    /// How uids are made of it.
    public var userIDStyle = UserIDMapping.Style.readable
    /// The preset whose accounts these are too, where there is one: they have the same uids.
    public var sharedWith: String?
}

/// Where the e-mail address of an account is, and what it is worth.
public struct EmailRule: Sendable {
    /// What an address of this provider may be used for.
    public enum Trust: String, Sendable {
        /// There is no address.
        case none
        /// The provider asserts it and does not say that it is verified: never verified.
        case asserted
        /// The provider says whether it has verified it.
        case verifiedClaim = "verified-claim"
        /// As `verifiedClaim`; Google has the last word on `gmail.com` and on hosted domains (`hd`).
        case verifiedClaimGoogle = "verified-claim-google"
        /// A tenant's administrator says so, which counts only where the configuration trusts the tenant.
        case tenantsWord = "tenants-word"
        /// As `tenantsWord`, but the flag by itself proves that the tenant owns the domain: Microsoft's `xms_edov`.
        case ownedDomainFlag = "owned-domain-flag"
    }

    /// An address and the flags that must all hold for it.
    public struct Candidate: Sendable {
        /// Where the address is.
        public let address: JSONPath
        /// Where its flags are.
        public var flags: [JSONPath] = []
    }

    /// Where the address may be, in the order of preference.
    public var candidates: [Candidate]
    /// Which values of a flag mean "verified".
    public var flag = VerificationFlag.literalTrue
    /// What the address may be used for.
    public let trust: Trust

    /// There is no address.
    static let none = EmailRule(candidates: [], trust: .none)
}

/// Where the picture of an account is.
public enum PictureRule: Sendable, Equatable {
    /// There is none.
    case none
    /// At the first of these members that is there.
    case members([JSONPath])
    /// At Discord's address for `id` and `avatar`.
    case discordAvatar
    /// At Yandex's address for `default_avatar_id`.
    case yandexAvatar
    /// The largest of an array of images with `url`, `width` and `height`.
    case largestImage(JSONPath)
}
