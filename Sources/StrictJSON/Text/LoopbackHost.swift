extension StringProtocol {
    /// Whether the text names this machine as a host: `localhost`, an address of 127.0.0.0/8, or `[::1]`.
    ///
    /// Decided by the text alone; a name such as `127.0.0.1.example` is another machine's.
    package var isLoopbackHost: Bool {
        if lowercased() == "localhost" || self == "[::1]" { return true }
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8($0) != nil }
    }
}
