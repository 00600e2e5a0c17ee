public import Cryptography
public import HTTPServer
public import JOSE

/// What a field of a log record may hold.
///
/// Closed, so that nothing is logged by chance: the types of secrets fit in none of the cases, and each case knows how
/// much of it may be shown.
public enum LogValue: Sendable {
    /// A word of the program.
    case word(StaticString)
    /// A number.
    case number(Int64)
    /// How long something took.
    case duration(Duration)
    /// A time.
    case date(NumericDate)
    /// A public identifier of the configuration or a standard: a provider, a client, an issuer, a key, a code of an error.
    case identifier(String)
    /// Text from outside, or the reason of an error that may quote it; what looks like a credential is masked.
    case text(String)
    /// A user's identifier; personal.
    case uid(String)
    /// A mail address; personal.
    case email(String)
    /// Who called; personal.
    case address(PeerAddress)
    /// A hash, such as that of a token.
    case digest(SHA256Digest)
}
