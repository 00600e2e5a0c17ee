import HTTPServer
import Operations
import Testing

@Suite("The caller behind proxies (9700-12)")
struct CallerAddressTests {
    private func caller(
        peer: String = "10.0.0.1", _ headers: [(String, String)], local: TrustedProxies.LocalPeers = .untrusted
    ) throws -> CallerAddress {
        let peer = peer == "local" ? PeerAddress.local : try Addresses.peer(peer)
        return CallerAddress.resolve(
            peer: peer, scheme: .http, headers: HeaderFields(headers.map { .init($0.0, $0.1) }),
            trustedProxies: TrustedProxies(try Addresses.proxies("10.0.0.0/8", "fd00::/8"), localPeers: local))
    }

    @Test("A peer that is no trusted proxy calls for itself, whatever it says")
    func untrusted() throws {
        let found = try caller(
            peer: "192.0.2.9",
            [
                ("X-Forwarded-For", "10.0.0.5"), ("Forwarded", "for=10.0.0.5;proto=https"),
                ("X-Forwarded-Proto", "https"),
            ])
        #expect(found.address == (try Addresses.peer("192.0.2.9")))
        #expect(found.scheme == .http)
        #expect(found.route == .direct)
    }

    @Test(
        "The first address from the right that is not trusted is the caller",
        arguments: [
            ("198.51.100.7", "198.51.100.7"), ("1.1.1.1, 198.51.100.7", "198.51.100.7"),
            ("1.1.1.1, 198.51.100.7, 10.2.3.4,10.9.9.9", "198.51.100.7"), ("127.0.0.1,10.0.0.7", "127.0.0.1"),
            ("10.0.0.99, 198.51.100.7", "198.51.100.7"), ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:443, fd00::2", "2001:db8::1"), ("198.51.100.7:61234", "198.51.100.7"),
            ("::ffff:198.51.100.7", "198.51.100.7"), ("1.1.1.1, ::ffff:10.0.0.2", "1.1.1.1"),
            ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
        ])
    func chain(_ value: String, _ expected: String) throws {
        let found = try caller([("x-forwarded-for", value)])
        #expect(found.address == (try Addresses.peer(expected)))
        #expect(found.route == .proxied)
    }

    @Test(
        "What is no address ends the chain at the last proxy that is known",
        arguments: [
            "", " ", ",", "unknown", "198.51.100.7,", "198.51.100.7, _hidden", "198.51.100.7, 300.1.1.1",
            "198.51.100.7, 1.2.3.4:99999999", "198.51.100.7, [::1", "198.51.100.7, [1.2.3.4]:1", "1.1.1.1, 0x0a000001",
            "1.1.1.1, 198.51.100.7 x", "1.1.1.1, 01.02.03.04.05", "\"198.51.100.7\"", "198.51.100.7:", "fe80::1%eth0",
            "1.1.1.1; 198.51.100.7", "198.51.100.7\u{0}",
        ])
    func malformed(_ value: String) throws {
        #expect(try caller([("X-Forwarded-For", value)]).address == (try Addresses.peer("10.0.0.1")))
    }

    @Test("Fields that are repeated are one list: the last of them was written last")
    func repeated() throws {
        let forged = [("X-Forwarded-For", "1.1.1.1"), ("X-Forwarded-For", "198.51.100.7")]
        #expect(try caller(forged).address == (try Addresses.peer("198.51.100.7")))
    }

    @Test("A header of 10,000 entries costs a bounded walk and names nobody")
    func long() throws {
        let list = Array(repeating: "10.0.0.2", count: 10_000).joined(separator: ",")
        #expect(try caller([("X-Forwarded-For", "1.1.1.1,\(list)")]).address == (try Addresses.peer("10.0.0.2")))
        let fields = (0..<10_000).map { _ in ("X-Forwarded-For", "10.0.0.2") }
        #expect(try caller([("X-Forwarded-For", "1.1.1.1")] + fields).address == (try Addresses.peer("10.0.0.2")))
        let forwarded = Array(repeating: "for=10.0.0.2", count: 10_000).joined(separator: ",")
        #expect(try caller([("Forwarded", "for=1.1.1.1,\(forwarded)")]).address == (try Addresses.peer("10.0.0.1")))
    }

    @Test(
        "Forwarded is read by RFC 7239",
        arguments: [
            ("for=198.51.100.7", "198.51.100.7"), ("For=\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("for=1.1.1.1, for=198.51.100.7;by=10.0.0.1;proto=https", "198.51.100.7"),
            (#"for="a, for=9.9.9.9", for=198.51.100.7"#, "198.51.100.7"),
            ("for=1.1.1.1,for=198.51.100.7,for=10.1.1.1", "198.51.100.7"),
            ("for=\"198.51.100.7:80\"", "198.51.100.7"), ("for=198.51.100.7, for=_hidden", "10.0.0.1"),
            ("proto=https;by=10.0.0.1", "10.0.0.1"),
        ])
    func forwarded(_ value: String, _ expected: String) throws {
        #expect(try caller([("Forwarded", value)]).address == (try Addresses.peer(expected)))
    }

    @Test(
        "Forwarded that breaks the grammar names nobody",
        arguments: [
            #"for="x, for=198.51.100.7"#, "for=198.51.100.7;for=1.1.1.1", "for", "=1", "for=198.51.100.7;",
            ",for=198.51.100.7",
            "for = 198.51.100.7", "for=2001:db8::1", #"for="198.51.100.7\"#, "for=198.51.100.7 for=1.1.1.1",
            "for=198.51.100.7;proto=gopher",
        ])
    func brokenForwarded(_ value: String) throws {
        #expect(try caller([("Forwarded", value)]).address == (try Addresses.peer("10.0.0.1")))
    }

    @Test("Where both fields are there, they have to agree: one of them the caller may have written")
    func both() throws {
        let agreeing = [("Forwarded", "for=198.51.100.7"), ("X-Forwarded-For", "198.51.100.7")]
        #expect(try caller(agreeing).address == (try Addresses.peer("198.51.100.7")))
        for forged in ["for=1.1.1.1", "for=\"", "x"] {
            let headers = [("Forwarded", forged), ("X-Forwarded-For", "198.51.100.7")]
            #expect(try caller(headers).address == (try Addresses.peer("10.0.0.1")))
        }
    }

    @Test(
        "The scheme is that of the nearest proxy, once and clearly, else that of the connection",
        arguments: [
            ([("X-Forwarded-Proto", "https")], ServerRequest.Scheme.https), ([("X-Forwarded-Proto", "HTTPS")], .https),
            ([("X-Forwarded-Proto", "https, http")], .http), ([("X-Forwarded-Proto", "ftp")], .http),
            ([("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "https")], .http),
            ([("Forwarded", "for=1.1.1.1;proto=http, for=10.1.1.1;proto=https")], .https),
            ([("Forwarded", "for=1.1.1.1;proto=https, for=10.1.1.1")], .http),
            ([("Forwarded", "proto=https"), ("X-Forwarded-Proto", "http")], .http),
            ([("Forwarded", "proto=https"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "https")], .http),
            ([("X-Forwarded-Proto", "http\u{17F}")], .http),
        ])
    func scheme(_ headers: [(String, String)], _ expected: ServerRequest.Scheme) throws {
        #expect(try caller(headers).scheme == expected)
    }

    @Test("A process of this machine speaks for others only where it is said to be a proxy")
    func local() throws {
        let headers = [("X-Forwarded-For", "198.51.100.7")]
        #expect(try caller(peer: "local", headers).address == .local)
        #expect(try caller(peer: "local", headers, local: .trusted).address == (try Addresses.peer("198.51.100.7")))
    }
}
