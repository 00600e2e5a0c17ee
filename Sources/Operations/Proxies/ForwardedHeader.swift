import HTTPServer

/// The field Forwarded (RFC 7239).
enum ForwardedHeader: Sendable {
    /// What a proxy says of its peer.
    struct Hop: Sendable, Equatable {
        var address: NetworkAddress?
        var scheme: ServerRequest.Scheme?
    }

    /// What the field holds.
    enum Hops: Sendable, Equatable {
        /// There is none.
        case absent
        /// The nearest hop first.
        case hops([Hop])
        /// Something is not as the RFC has it: who broke it may have wanted to hide what comes after.
        case malformed
    }

    private static let maximumBytes = 4096

    /// Reads the field.
    ///
    /// - Parameter headers: The header fields; several of the name are one list.
    /// - Returns: What it holds.
    static func hops(in headers: HeaderFields) -> Hops {
        let values = headers.values("Forwarded")
        guard !values.isEmpty else { return .absent }
        // Each field is read by itself: quotes do not reach from one into the next.
        guard values.reduce(0, { $0 + $1.utf8.count }) <= maximumBytes else { return .malformed }
        var hops: [Hop] = []
        for value in values {
            var scanner = ForwardedScanner(value)
            guard let found = scanner.hops() else { return .malformed }
            hops.append(contentsOf: found)
        }
        return .hops(Array(hops.reversed().prefix(ForwardedForHeader.maximumHops)))
    }

    /// A scheme that requests can come by; case does not matter (RFC 3986, section 3.1).
    static func scheme(_ text: String) -> ServerRequest.Scheme? {
        let lowercased = String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
        return ServerRequest.Scheme(rawValue: lowercased)
    }
}
