/// The port and path of an address of this machine, `http://127.0.0.1[:PORT]/PATH`.
struct LoopbackPlace: Sendable {
    private static let origin = "http://127.0.0.1"

    /// The port; 0 for any.
    let port: UInt16
    /// The path, with its slash.
    let path: String

    init(port: UInt16, path: String) {
        self.port = port
        self.path = path
    }

    /// Reads an address; nil for one that leads elsewhere, or that has a query.
    init?(_ address: String) {
        guard address.utf8.starts(with: Self.origin.utf8) else { return nil }
        var rest = address.utf8.dropFirst(Self.origin.utf8.count)
        var port: UInt16 = 0
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard let number = UInt16(String(Substring(digits))), number > 0 else { return nil }
            port = number
            rest = rest[digits.endIndex...]
        }
        guard rest.first == UInt8(ascii: "/"), !rest.contains(UInt8(ascii: "?")) else { return nil }
        self.init(port: port, path: String(Substring(rest)))
    }
}
