import HTTPServer

/// An address as proxies write it: alone or with a port, one of IPv6 perhaps in brackets.
enum HopAddress: Sendable {
    /// Reads an address; nil for what is none, such as `unknown` or an obfuscated name.
    static func parse(_ text: Substring.UTF8View) -> NetworkAddress? {
        let blanks: [UInt8] = [0x20, 0x09]
        let text = Substring(text).utf8.drop { blanks.contains($0) }
        guard let last = text.lastIndex(where: { !blanks.contains($0) }), text.count <= 128, !text.contains(0) else {
            // To the system's parser, a null character would be the end.
            return nil
        }
        let entry = text[...last]
        let host: Substring.UTF8View
        let port: Substring.UTF8View?
        if entry.first == UInt8(ascii: "[") {
            guard let end = entry.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = entry[entry.index(after: entry.startIndex)..<end]
            guard host.contains(UInt8(ascii: ":")) else { return nil }
            let rest = entry[entry.index(after: end)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = entry.firstIndex(of: UInt8(ascii: ":")),
            entry.lastIndex(of: UInt8(ascii: ":")) == colon
        {
            host = entry[..<colon]
            port = entry[entry.index(after: colon)...]
        } else {
            host = entry
            port = nil
        }
        if let port {
            guard 1...5 ~= port.count, port.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        }
        return NetworkAddress(String(Substring(host))).map(AddressText.unmapped)
    }
}
