import JOSE
import StrictJSON
import Testing

@Suite("Choice of the key")
struct VerificationKeySetTests {
    private static let anyRSA: Set<SignatureAlgorithm> = [.rs256, .rs384, .ps256]

    private static func entry(
        _ name: String, keyID: String?, algorithm: SignatureAlgorithm? = nil,
        fitting: Set<SignatureAlgorithm> = anyRSA
    ) -> VerificationKeySet.Entry {
        VerificationKeySet.Entry(keyID: keyID, algorithm: algorithm, key: FakeKey(name: name, algorithms: fitting))
    }

    private static func choice(_ header: String, _ entries: VerificationKeySet.Entry...) throws -> String? {
        let header = try JOSEHeader(parsing: [UInt8](header.utf8))
        return (try VerificationKeySet(entries: entries).key(for: header) as? FakeKey)?.name
    }

    @Test("a kid picks the key of that name")
    func picksByKeyID() throws {
        let header = #"{"alg":"RS256","kid":"b"}"#
        #expect(try Self.choice(header, Self.entry("1", keyID: "a"), Self.entry("2", keyID: "b")) == "2")
    }

    @Test(
        "JOSE-07: a kid that no key has is not found, not even where one key alone fits",
        arguments: ["c", "B", "", "b "])
    func refusesOtherKeyID(keyID: String) {
        #expect(throws: JOSEError(.keyNotFound, "")) {
            try Self.choice("{\"alg\":\"RS256\",\"kid\":\"\(keyID)\"}", Self.entry("1", keyID: "b"))
        }
        #expect(throws: JOSEError(.keyNotFound, "")) {
            try Self.choice("{\"alg\":\"RS256\",\"kid\":\"\(keyID)\"}", Self.entry("1", keyID: nil))
        }
    }

    @Test("a kid is compared by its bytes")
    func comparesBytes() {
        #expect(throws: JOSEError(.keyNotFound, "")) {
            try Self.choice("{\"alg\":\"RS256\",\"kid\":\"\u{212A}\"}", Self.entry("1", keyID: "K"))
        }
    }

    @Test("OIDC-19: without a kid the only key that fits is used")
    func picksOnlyKey() throws {
        let header = #"{"alg":"RS256"}"#
        #expect(try Self.choice(header, Self.entry("1", keyID: "a")) == "1")
        #expect(try Self.choice(header, Self.entry("1", keyID: nil)) == "1")
        #expect(
            try Self.choice(header, Self.entry("1", keyID: "a"), Self.entry("2", keyID: "b", fitting: [.es256])) == "1")
    }

    @Test("OIDC-19: without a kid several keys that fit are ambiguous")
    func refusesSeveralKeys() {
        #expect(throws: JOSEError(.keyAmbiguous, "")) {
            try Self.choice(#"{"alg":"RS256"}"#, Self.entry("1", keyID: "a"), Self.entry("2", keyID: "b"))
        }
    }

    @Test("JOSE-13: two keys of one kid that both fit are both refused")
    func refusesDuplicateKeyID() {
        #expect(throws: JOSEError(.keyAmbiguous, "")) {
            try Self.choice(#"{"alg":"RS256","kid":"a"}"#, Self.entry("1", keyID: "a"), Self.entry("2", keyID: "a"))
        }
    }

    @Test("two keys of one kid for different algorithms are told apart")
    func acceptsOneKeyIDForTwoAlgorithms() throws {
        let rsa = Self.entry("1", keyID: "a")
        let ec = Self.entry("2", keyID: "a", fitting: [.es256])
        #expect(try Self.choice(#"{"alg":"RS256","kid":"a"}"#, rsa, ec) == "1")
        #expect(try Self.choice(#"{"alg":"ES256","kid":"a"}"#, rsa, ec) == "2")
        let pinned = [
            Self.entry("3", keyID: "a", algorithm: .rs256), Self.entry("4", keyID: "a", algorithm: .ps256),
        ]
        #expect(try Self.choice(#"{"alg":"PS256","kid":"a"}"#, pinned[0], pinned[1]) == "4")
    }

    @Test("JOSE-03: a key is used with its one algorithm only, or with those that fit")
    func holdsAlgorithm() {
        for header in [#"{"alg":"RS384","kid":"a"}"#, #"{"alg":"ES256","kid":"a"}"#, #"{"alg":"HS256","kid":"a"}"#] {
            #expect(throws: JOSEError(.keyNotFound, "")) {
                try Self.choice(header, Self.entry("1", keyID: "a", algorithm: .rs256))
            }
        }
        #expect(throws: JOSEError(.keyNotFound, "")) {
            try Self.choice(#"{"alg":"HS256","kid":"a"}"#, Self.entry("1", keyID: "a"))
        }
    }

    @Test("JOSE-06: keys in the header choose nothing", arguments: ["jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256"])
    func ignoresKeysInHeader(name: String) throws {
        let key = "{\(JSONWebKeyTests.rsa),\"kid\":\"evil\"}"
        #expect(
            try Self.choice("{\"alg\":\"RS256\",\"kid\":\"a\",\"\(name)\":\(key)}", Self.entry("1", keyID: "a")) == "1")
        #expect(throws: JOSEError(.keyNotFound, "")) {
            try Self.choice("{\"alg\":\"RS256\",\"kid\":\"evil\",\"\(name)\":\(key)}", Self.entry("1", keyID: "a"))
        }
    }

    @Test("a set without keys finds nothing")
    func findsNothing() {
        #expect(throws: JOSEError(.keyNotFound, "")) { try Self.choice(#"{"alg":"RS256"}"#) }
    }

    @Test("keys of a set that cannot be imported are left out with the reason, which the error tells")
    func tellsSkippedKeys() throws {
        let text = "{\"keys\":[{\"kty\":\"AKP\",\"kid\":\"pq\"},{\(JSONWebKeyTests.rsa),\"kid\":\"a\"}]}"
        let set = VerificationKeySet(try JSONWebKeySet(parsing: [UInt8](text.utf8), limits: .document)) {
            (_) throws(JOSEError) in throw JOSEError(.keyUnusable, "it is cursed")
        }
        #expect(set.entries.isEmpty)
        #expect(set.skippedKeys.map(\.keyID) == ["pq", "a"])
        let header = try JOSEHeader(parsing: [UInt8](#"{"alg":"RS256","kid":"a"}"#.utf8))
        let error = #expect(throws: JOSEError(.keyNotFound, "")) { try set.key(for: header) }
        #expect(error?.reason.contains("skipped \"a\": it is cursed") == true)
        #expect(error?.reason.contains("skipped \"pq\": its type \"AKP\" is not supported") == true)
    }

    @Test("a key that cannot be imported is remembered by its place in the set")
    func remembersPlace() throws {
        let text = "{\"keys\":[null,null,{\(JSONWebKeyTests.rsa)}]}"
        let set = VerificationKeySet(try JSONWebKeySet(parsing: [UInt8](text.utf8), limits: .document)) {
            (_) throws(JOSEError) in throw JOSEError(.keyUnusable, "it is cursed")
        }
        #expect(set.skippedKeys.map(\.index) == [0, 1, 2])
    }
}
