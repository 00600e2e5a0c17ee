import HTTPServer

/// The field X-Forwarded-For: addresses, each proxy appending that of its own peer.
enum ForwardedForHeader: Sendable {
    /// More hops than this are no chain of proxies.
    static let maximumHops = 16

    /// The addresses, the nearest first; nil stands for what is no address.
    ///
    /// - Parameter headers: The header fields. Several of the name are one list, for some proxies add a field of their
    ///   own after the one that came (RFC 9110, section 5.3).
    /// - Returns: At most `maximumHops` addresses; nil where there is no such field.
    static func hops(in headers: HeaderFields) -> [NetworkAddress?]? {
        let values = headers.values("X-Forwarded-For")
        guard !values.isEmpty else { return nil }
        var hops: [NetworkAddress?] = []
        for value in values.reversed() {
            var rest = value.utf8[...]
            while true {
                let comma = rest.lastIndex(of: UInt8(ascii: ","))
                let entry = rest[(comma.map { rest.index(after: $0) } ?? rest.startIndex)...]
                hops.append(HopAddress.parse(entry))
                guard hops.count < maximumHops else { return hops }
                guard let comma else { break }
                rest = rest[..<comma]
            }
        }
        return hops
    }
}
