import Testing

@testable import HTTPServer

@Suite("Whose connections are counted together")
struct ConnectionCensusTests {
    private static func peer(_ text: String) throws -> PeerAddress {
        .network(try #require(NetworkAddress(text)))
    }

    @Test(
        "addresses with the same first 64 bits of IPv6 are one caller, however many it makes up; other networks are not"
    )
    func networks() throws {
        let census = ConnectionCensus()
        #expect(census.enter(try Self.peer("2001:db8:0:1::1"), limit: 2))
        #expect(census.enter(try Self.peer("2001:db8:0:1:ffff:ffff:ffff:ffff"), limit: 2))
        for own in ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:1:2:3:4"] {
            #expect(!census.enter(try Self.peer(own), limit: 2), "\(own)")
        }
        for other in ["2001:db8::1", "2001:db8:0:2::1", "2001:db9:0:1::1"] {
            #expect(census.enter(try Self.peer(other), limit: 2), "\(other)")
        }
        #expect(census.count == 5)
        // A place that one of its addresses leaves is there for all of them.
        census.leave(try Self.peer("2001:db8:0:1::1"))
        #expect(census.enter(try Self.peer("2001:db8:0:1::3"), limit: 2))
        #expect(!census.enter(try Self.peer("2001:db8:0:1::4"), limit: 2))
    }

    @Test("the networks of one /48 have four times what one has together, and leave the rest to others")
    func subscribers() throws {
        let census = ConnectionCensus()
        let own = try (0..<100).map { try Self.peer("2001:db8:1:\($0)::1") }
        #expect(own.count { census.enter($0, limit: 2) } == 8)
        #expect(census.count == 8)
        for other in ["2001:db8:2::1", "2001:db8::1", "192.0.2.1", "192.0.2.2"] {
            #expect(census.enter(try Self.peer(other), limit: 2), "\(other)")
        }
        // Who was refused has taken no place, and a place that one leaves is there for its neighbours.
        for peer in own.prefix(8) { census.leave(peer) }
        #expect(own.reversed().count { census.enter($0, limit: 2) } == 8)
        #expect((0..<9).count { _ in census.enter(own[99], limit: 2) } == 0)
    }

    @Test("of IPv4 each address is a caller of its own; those of this machine's sockets are nobody's")
    func addresses() throws {
        let census = ConnectionCensus()
        #expect(census.enter(try Self.peer("192.0.2.1"), limit: 1))
        #expect(!census.enter(try Self.peer("192.0.2.1"), limit: 1))
        #expect(census.enter(try Self.peer("192.0.2.2"), limit: 1))
        for _ in 0..<3 { #expect(census.enter(.local, limit: 1)) }
        #expect(census.count == 5)
    }
}
