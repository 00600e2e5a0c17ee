import JOSE
@testable import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Key sets: cases through the cache")
struct KeySetCaseTests {
    @Test("case B34, JWKS-02: a storm of random kids makes one fetch, and known tokens do not wait for it")
    func kidStorm() async throws {
        let lines = try CaseFiles.bytes("B34", "random-kids.txt").split(separator: 0x0A).map { Array($0) }
        #expect(lines.count >= 40)
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        #expect(try await KeySetProvider.refusal(KeySets.k1Token.get(), with: provider.cache) == nil)
        provider.clock.advance(seconds: 30)
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.before.get())))
        let storm = (0..<8).map { worker in
            Task {
                var refusals = 0
                for index in stride(from: worker, to: lines.count, by: 8)
                where try await KeySetProvider.refusal(lines[index], with: provider.cache) == .keyNotFound {
                    refusals += 1
                }
                return refusals
            }
        }
        while provider.requests < 2 { await Task.yield() }
        for _ in 0..<20 {
            #expect(try await KeySetProvider.refusal(KeySets.k1Token.get(), with: provider.cache) == nil)
        }
        await gate.open()
        var refusals = 0
        for worker in storm { refusals += try await worker.value }
        #expect(refusals == lines.count)
        #expect(provider.requests == 2)
    }

    @Test("case B34, JWKS-02: after the cooldown 20 tokens of the new key at once make one fetch, and are accepted")
    func rotation() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        let token = try KeySets.k2Token.get()
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == .keyNotFound)
        provider.clock.advance(seconds: 30)
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.after.get())))
        let tokens = (0..<20).map { _ in Task { try await KeySetProvider.refusal(token, with: provider.cache) } }
        for _ in 0..<50 { await Task.yield() }
        await gate.open()
        for token in tokens { #expect(try await token.value == nil) }
        #expect(provider.requests == 2)
    }

    @Test("case B35: it starts with the provider down, says so, and works after the cooldown without more ado")
    func downAtStart() async throws {
        let provider = try KeySetProvider()
        provider.fail()
        for _ in 0..<5 {
            let error = try await #require(throws: OAuthClientError.self) { _ = try await provider.has("k1") }
            #expect(error.code == .providerUnavailable)
            #expect(error.isTemporary)
            #expect(error.reason.contains("connection refused"))
        }
        #expect(provider.requests == 1)
        #expect(provider.cache.health.state == .unavailable)
        provider.clock.advance(seconds: 29.5)
        await #expect(throws: OAuthClientError.self) { _ = try await provider.has("k1") }
        #expect(provider.requests == 1)
        provider.clock.advance(seconds: 0.5)
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        #expect(provider.cache.health.state == .good)
        #expect(provider.cache.health.failures == 1)
    }

    @Test(
        "case B35, JWKS-03: after a bad fetch the last keys stay, the state is degraded, and the next fetch waits 30 s",
        arguments: [
            "503", "200-html", "200-empty-keys", "200-error-json", "200-truncated", "200-huge", "refused", "302",
        ])
    func badRefresh(_ kind: String) async throws {
        let provider = try KeySetProvider()
        let good = try CaseFiles.response("B35", "200-good.http")
        let token = try KeySets.k1Token.get()
        provider.answer(.response(good))
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == nil)
        provider.clock.advance(seconds: 60)
        switch kind {
        case "refused": provider.fail()
        case "302": provider.answer(.response(KeySetProvider.response([], status: 302)))
        default: provider.answer(.response(try CaseFiles.response("B35", "\(kind).http")))
        }
        for _ in 0..<5 { #expect(try await KeySetProvider.refusal(token, with: provider.cache) == nil) }
        #expect(provider.requests == 2)
        #expect(provider.cache.health.state == .degraded)
        #expect(provider.cache.health.lastFailure != nil)
        #expect(provider.cache.health.age == .seconds(60))
        provider.clock.advance(seconds: 30)
        provider.answer(.response(good))
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == nil)
        #expect(provider.cache.health.state == .good)
        #expect(provider.requests == 3)
    }

    @Test("case B35, JWKS-05: a body of 3 MB is refused for its size, also where the transport lets it through")
    func huge() async throws {
        let response = try CaseFiles.response("B35", "200-huge.http")
        #expect(response.body.count > 2 * HTTPRequest.documentBytes)
        let url = try EndpointURL(KeySetProvider.address)
        #expect(try refusal { try response.documentBody("key set", from: url) }.code == .answerTooLarge)
        let provider = try KeySetProvider()
        provider.answer(.response(response))
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
        #expect(provider.cache.health.lastFailure?.code == .answerTooLarge)
    }

    @Test("case B35, JWKS-04: a removed key dies with the freshness, though no unknown kid shows up")
    func removed() async throws {
        let provider = try KeySetProvider()
        provider.answer(.response(try CaseFiles.response("B35", "200-good.http")))
        let token = try KeySets.k1Token.get()
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == nil)
        provider.clock.advance(seconds: 60)
        provider.answer(.response(try CaseFiles.response("B35", "200-k1-removed.http")))
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == .keyNotFound)
    }

    @Test("JWKS-03: while the provider is down an unknown kid is no verdict about the token, and known ones go on")
    func unknownWhileDown() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 31)
        provider.fail()
        for _ in 0..<3 {
            await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k2") }
            #expect(try await provider.has("k1"))
        }
        #expect(provider.requests == 2)
        provider.clock.advance(seconds: 30)
        provider.publish(try KeySets.after.get())
        #expect(try await provider.has("k2"))
    }

    @Test("JWKS-03: without the provider the last keys are used for 24 h and not longer")
    func longestUse() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 86_399)
        provider.fail()
        #expect(try await provider.has("k1"))
        #expect(provider.cache.health.state == .degraded)
        provider.clock.advance(seconds: 1)
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
        #expect(provider.cache.health.state == .unavailable)
        #expect(provider.cache.health.usableKeys == 0)
        provider.clock.advance(seconds: 30)
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
    }

    /// Every file of case B23, and the refusal of its token; nil where it is accepted.
    private static let unusableKeys: [(String, JOSEError.Code?)] = [
        ("unknown-kty", nil), ("unknown-curve", nil), ("broken-rsa-first", nil), ("null-and-string-entries", nil),
        ("no-use-no-alg", nil), ("key-ops-only", nil), ("symmetric-first", nil), ("extra-members", nil),
        ("use-enc", .keyNotFound), ("alg-rs512", .keyNotFound), ("key-ops-encrypt", .keyNotFound),
        ("only-unknown", .keyNotFound), ("e-is-one", .keyNotFound), ("short-1024", .keyNotFound),
        ("private-key-published", .keyNotFound),
    ]

    @Test("case B23: unusable keys spoil no others, through the cache and from a file", arguments: unusableKeys)
    func unusable(_ name: String, _ expected: JOSEError.Code?) async throws {
        let bytes = try CaseFiles.bytes("B23", "jwks-\(name).json")
        let token = try CaseFiles.bytes("B23", "good.jwt").filter { $0 > 0x20 }
        let provider = try KeySetProvider()
        provider.publish(bytes, fields: [("Content-Type", "text/html")])
        #expect(try await KeySetProvider.refusal(token, with: provider.cache) == expected)
        #expect(provider.requests == 1)
        if expected != nil, name != "alg-rs512" {
            let error = try refusal { try FixedKeySet(parsing: bytes, format: .jwks) }
            #expect(error.code == .keySetUnusable)
            #expect(error.reason.contains("k1"))
            #expect(!provider.cache.health.skippedKeys.isEmpty)
        } else {
            let fixed = try FixedKeySet(parsing: bytes, format: .jwks)
            #expect(try await KeySetProvider.refusal(token, with: fixed) == expected)
        }
    }

    @Test("case B23: what is no key set is no key set", arguments: ["bare-array", "keys-object"])
    func noKeySet(_ name: String) async throws {
        let bytes = try CaseFiles.bytes("B23", "jwks-\(name).json")
        let provider = try KeySetProvider()
        provider.publish(bytes)
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
        #expect(provider.cache.health.lastFailure?.code == .answerMalformed)
        #expect(try refusal { try FixedKeySet(parsing: bytes, format: .jwks) }.code == .keySetUnusable)
    }
}

@Suite("Key sets: from a file")
struct FixedKeySetTests {
    @Test("the keys are there for every header, and unusable ones are told")
    func keys() async throws {
        let set = try FixedKeySet(
            parsing: CaseFiles.bytes("B23", "jwks-broken-rsa-first.json"), format: .jwks)
        #expect(set.keys.entries.map(\.keyID) == ["k1"])
        #expect(set.skipped.count == 1)
        #expect(set.skipped.first?.contains(#""bad""#) == true)
        let source: any KeySource = set
        for keyID in ["k1", "unknown", nil] {
            #expect(try await source.keys(for: KeySetProvider.header(keyID)).entries.count == 1)
        }
    }

    @Test("a map of certificates is read")
    func certificates() throws {
        let pem = try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/certificate.pem")
        var map = JSONObject()
        map["c1"] = .string(String(decoding: pem, as: UTF8.self))
        #expect(try FixedKeySet(parsing: map.compactBytes, format: .x509Map).keys.entries.map(\.keyID) == ["c1"])
    }

    @Test(
        "a file without a usable key is refused",
        arguments: [
            (KeySetFormat.jwks, ""), (.jwks, "{}"), (.jwks, #"{"keys":[]}"#), (.jwks, "not JSON"),
            (.jwks, #"{"keys":[null]}"#), (.x509Map, ""), (.x509Map, "{}"), (.x509Map, "[]"),
            (.x509Map, #"{"keys":[]}"#), (.x509Map, #"{"a":"x","a":"x"}"#),
        ])
    func unusable(_ format: KeySetFormat, _ text: String) throws {
        #expect(try refusal { try FixedKeySet(parsing: Array(text.utf8), format: format) }.code == .keySetUnusable)
    }

    @Test("a private key is refused as a certificate, and nothing of it is told")
    func privateKey() throws {
        let pem = try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/rsa-2048.pem")
        var map = JSONObject()
        map["p1"] = .string(String(decoding: pem, as: UTF8.self))
        let error = try refusal { try FixedKeySet(parsing: map.compactBytes, format: .x509Map) }
        #expect(error.code == .keySetUnusable)
        #expect(error.reason.contains("private key"))
        #expect(!error.reason.contains("MII"))
    }
}
