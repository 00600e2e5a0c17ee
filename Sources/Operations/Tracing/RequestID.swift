public import Cryptography
public import HTTPServer
import StrictJSON

/// The name of a request in logs and answers.
public struct RequestID: Sendable, Hashable {
    /// The header field that carries it.
    public static let headerName = "X-Request-Id"

    /// The name: letters, digits, and `-_.`, at most 64 of them.
    public let text: String

    /// Makes a name of 128 random bits.
    ///
    /// - Parameter random: Where the bits come from.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public init(random: some RandomSource) throws(CryptographyError) {
        text = try random.bytes(count: 16).hexadecimal
    }

    /// Takes over a name that a proxy gave; nil for what is none.
    ///
    /// - Parameter text: 8 to 64 letters, digits, and `-_.`.
    public init?(given text: String) {
        guard 8...64 ~= text.utf8.count, text.utf8.allSatisfy(Self.isSafe), !text.hasPrefix("eyJ") else { return nil }
        self.text = text
    }

    /// The name of a request: that which a trusted proxy gave, else a new one.
    ///
    /// - Parameters:
    ///   - headers: The request's header fields.
    ///   - caller: Who called; only a proxy's name for the request counts.
    ///   - random: Where a new one comes from.
    /// - Returns: The name.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public static func resolve(
        headers: HeaderFields, caller: CallerAddress, random: some RandomSource
    ) throws(CryptographyError) -> RequestID {
        if caller.route == .proxied, let given = headers[headerName], let name = RequestID(given: given) { return name }
        return try RequestID(random: random)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
