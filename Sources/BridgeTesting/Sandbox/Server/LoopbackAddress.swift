import HTTPServer
import StrictJSON

/// An address that only this machine has: the one place where a sandbox listens.
public struct LoopbackAddress: Sendable, Equatable {
    /// The address as it stands in a URL.
    public let host: String
    /// The address without brackets.
    let text: String

    /// 127.0.0.1.
    public static let ipv4 = LoopbackAddress(host: "127.0.0.1", text: "127.0.0.1")

    private init(host: String, text: String) {
        self.host = host
        self.text = text
    }

    /// Reads an address.
    ///
    /// - Parameter text: An address of 127.0.0.0/8, `::1`, or `localhost`, which is taken for 127.0.0.1.
    /// - Throws: `SandboxError` with code `addressNotLoopback` for all others.
    public init(_ text: String) throws(SandboxError) {
        if text.hasSameBytes(as: "localhost") {
            self = .ipv4
            return
        }
        let isBracketed = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
        let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
        guard let network = NetworkAddress(bare), network.isLoopback, !isBracketed || network.bytes.count == 16 else {
            throw SandboxError(
                .addressNotLoopback,
                "the sandbox listens on this machine alone, such as 127.0.0.1, and not on \(text.argumentExcerpt): it "
                    + "asks nobody for a password")
        }
        self.init(host: network.bytes.count == 16 ? "[::1]" : bare, text: bare)
    }
}
