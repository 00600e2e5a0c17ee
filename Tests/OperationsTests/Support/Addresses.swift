import HTTPServer
import Testing

/// Addresses and networks of tests.
enum Addresses: Sendable {
    static func peer(_ text: String) throws -> PeerAddress {
        .network(try #require(NetworkAddress(text)))
    }

    static func proxies(_ ranges: String...) throws -> [NetworkRange] {
        try ranges.map { try NetworkRange(parsing: $0) }
    }
}
