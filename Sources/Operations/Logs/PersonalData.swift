public import Cryptography
import HTTPServer

/// What the log shows of persons: the setting `log.pii`.
public enum PersonalData: Sendable {
    /// A user's identifier as a keyed hash, an address as its network, a mail address not at all.
    case hidden(PersonalDataKey)
    /// All as it is.
    case shown

    /// A user's identifier as it may be shown.
    func uid(_ uid: String) -> String {
        switch self {
        case .shown: uid
        case .hidden(let key): key.pseudonym(of: uid)
        }
    }

    /// A mail address as it may be shown.
    func email(_ email: String) -> String {
        switch self {
        case .shown: email
        case .hidden: "(hidden)"
        }
    }

    /// A caller as it may be shown.
    func address(_ address: PeerAddress) -> String {
        switch (address, self) {
        case (.local, _): "local"
        case (.network(let address), .shown): AddressText.text(of: AddressText.unmapped(address))
        case (.network(let address), .hidden): AddressText.network(of: address)
        }
    }
}

/// The key of the pseudonyms in a log.
///
/// Made new by each process: records of one run can be told to be of one person, and nobody can try identifiers out.
public struct PersonalDataKey: Sendable {
    private let secret: [UInt8]

    /// Makes a key.
    ///
    /// - Parameter random: Where it comes from.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public init(random: some RandomSource) throws(CryptographyError) {
        secret = try random.bytes(count: 32)
    }

    func pseudonym(of uid: String) -> String {
        do throws(CryptographyError) {
            return "~" + (try HMACSHA256(of: [UInt8](uid.utf8), secret: secret)).bytes.prefix(8).hexadecimal
        } catch {
            return "(hidden)"
        }
    }
}

extension PersonalDataKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of the key, nothing of it.
    public var description: String { "PersonalDataKey (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ArraySlice<UInt8> {
    fileprivate var hexadecimal: String { [UInt8](self).hexadecimal }
}
