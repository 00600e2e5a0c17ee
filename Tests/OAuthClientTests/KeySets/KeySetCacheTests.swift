import JOSE
@testable import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Key sets: the cache")
struct KeySetCacheTests {
    @Test("nothing is fetched before the first token, and then once")
    func first() async throws {
        let provider = try KeySetProvider()
        #expect(provider.cache.health.state == .empty)
        #expect(provider.requests == 0)
        provider.publish(try KeySets.before.get())
        for _ in 0..<5 { #expect(try await provider.has("k1")) }
        #expect(provider.requests == 1)
        #expect(provider.cache.health.state == .good)
        #expect(provider.cache.health.usableKeys == 1)
    }

    @Test("JWKS-05: the request is a GET without credentials, for at most 1 MiB")
    func request() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        let request = try #require(provider.transport.requests.first)
        #expect(request.method == .get)
        #expect(request.fields == [HTTPField(name: "Accept", value: "application/json")])
        #expect(request.maximumAnswerBytes == 1 << 20)
        #expect(throws: OAuthClientError(.addressNotAllowed, "")) { _ = try EndpointURL("http://provider.test/jwks") }
    }

    @Test(
        "JWKS-01: keys are fresh for 10 minutes, or as long as is said between a minute and a day",
        arguments: [
            (nil, 600), ("max-age=0", 60), ("no-store", 60), ("max-age=300", 300), ("max-age=31536000", 86_400),
        ] as [(String?, Double)])
    func freshness(_ cacheControl: String?, _ seconds: Double) async throws {
        let provider = try KeySetProvider(jitter: 255)
        let fields = cacheControl.map { [("Cache-Control", $0)] } ?? []
        provider.publish(try KeySets.before.get(), fields: fields)
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: seconds * 0.8)
        #expect(try await provider.has("k1"))
        #expect(provider.requests == 1)
        provider.clock.advance(seconds: seconds * 0.2)
        provider.publish(try KeySets.withoutK1.get(), fields: fields)
        #expect(try await !provider.has("k1"))
        #expect(provider.requests == 2)
    }

    @Test("JWKS-02: an unknown kid causes one fetch, then none for 30 s, then one again")
    func unknownKeyID() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        #expect(try await !provider.has("k2"))
        #expect(provider.requests == 1)
        provider.clock.advance(seconds: 29.5)
        #expect(try await !provider.has("k2"))
        #expect(provider.requests == 1)
        provider.clock.advance(seconds: 0.5)
        provider.publish(try KeySets.after.get())
        #expect(try await provider.has("k2"))
        #expect(try await provider.has("k1"))
        #expect(provider.requests == 2)
        #expect(try await !provider.has("k3"))
        #expect(provider.requests == 2)
    }

    @Test("JWKS-02: 10,000 tokens with random kids cause one fetch, from an empty cache and from a full one")
    func manyUnknownKeyIDs() async throws {
        for isWarm in [false, true] {
            let provider = try KeySetProvider()
            provider.publish(try KeySets.before.get())
            if isWarm {
                _ = try await provider.has("k1")
                provider.clock.advance(seconds: 31)
                provider.publish(try KeySets.before.get())
            }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        var found = 0
                        for index in 0..<1_250 where try await provider.has("random-\(worker)-\(index)") { found += 1 }
                        return found
                    }
                }
                for try await found in group { #expect(found == 0) }
            }
            #expect(provider.requests == (isWarm ? 2 : 1))
        }
    }

    @Test("JWKS-02: callers at the same time share one fetch")
    func singleFlight() async throws {
        let provider = try KeySetProvider()
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.before.get())))
        let callers = (0..<20).map { _ in Task { try await provider.has("k1") } }
        for _ in 0..<50 { await Task.yield() }
        await gate.open()
        for caller in callers { #expect(try await caller.value) }
        #expect(provider.requests == 1)
    }

    @Test("a caller that gives up does not take the fetch away from the others")
    func cancelledCaller() async throws {
        let provider = try KeySetProvider()
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.before.get())))
        let first = Task { try await provider.has("k1") }
        while provider.requests == 0 { await Task.yield() }
        let second = Task { try await provider.has("k1") }
        first.cancel()
        await gate.open()
        #expect(try await second.value)
        #expect(provider.requests == 1)
    }

    @Test("OIDC-19: a token without kid gets the keys, and causes a fetch only where none fits its algorithm")
    func withoutKeyID() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 31)
        #expect(try await provider.cache.keys(for: KeySetProvider.header(nil)).entries.count == 1)
        #expect(provider.requests == 1)
        provider.publish(try KeySets.after.get())
        _ = try await provider.cache.keys(for: KeySetProvider.header(nil, algorithm: "ES256"))
        #expect(provider.requests == 2)
    }

    @Test("a known kid with another algorithm causes no fetch, nor does the kid of an unusable key")
    func knownKeyID() async throws {
        let provider = try KeySetProvider()
        provider.publish(
            Array(
                #"{"keys":[{"kty":"AKP","kid":"k9"},{"kty":"OKP","crv":"Ed25519","kid":"e1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#
                    .utf8))
        _ = try await provider.has("e1")
        provider.clock.advance(seconds: 31)
        #expect(try await !provider.has("k9"))
        #expect(try await provider.has("e1"))
        #expect(provider.requests == 1)
        #expect(provider.cache.health.skippedKeys.count == 1)
    }

    @Test("a kid that is only canonically equal is another kid")
    func canonicalEquivalence() async throws {
        let provider = try KeySetProvider()
        let set =
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"\u212A1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#
        provider.publish(Array(set.utf8))
        _ = try await provider.cache.keys(for: KeySetProvider.header("x", algorithm: "EdDSA"))
        provider.clock.advance(seconds: 31)
        provider.publish(Array(set.utf8))
        let header = try KeySetProvider.header("K1", algorithm: "EdDSA")
        let keys = try await provider.cache.keys(for: header)
        #expect(provider.requests == 2)
        #expect(throws: JOSEError(.keyNotFound, "")) { _ = try keys.key(for: header) }
    }

    @Test("JWKS-04: a key that is gone after a fetch is not accepted any more")
    func removedKey() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.after.get())
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 31)
        provider.publish(try KeySets.withoutK1.get())
        #expect(try await !provider.has("unknown"))
        #expect(try await !provider.has("k1"))
        #expect(try await provider.has("k2"))
        #expect(provider.requests == 2)
    }

    @Test("JWKS-06: late in their freshness keys are fetched in the background, without a wait and once")
    func backgroundRefresh() async throws {
        for (jitter, early, late) in [(UInt8(0), 479.0, 481.0), (255, 539, 540)] {
            let provider = try KeySetProvider(jitter: jitter)
            provider.publish(try KeySets.before.get())
            _ = try await provider.has("k1")
            provider.clock.advance(seconds: early)
            #expect(try await provider.has("k1"))
            #expect(provider.requests == 1)
            provider.clock.advance(seconds: late - early)
            let gate = Gate()
            provider.answer(.held(gate, KeySetProvider.response(try KeySets.after.get())))
            for _ in 0..<10 { #expect(try await provider.has("k1")) }
            await gate.open()
            try await provider.settle(fetches: 2)
            #expect(provider.requests == 2)
            #expect(try await provider.has("k2"))
            #expect(provider.requests == 2)
        }
    }

    @Test("JWKS-06: a background fetch that fails is tried again after 30 s, and hurts nobody")
    func failedBackgroundRefresh() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 490)
        provider.fail()
        #expect(try await provider.has("k1"))
        try await provider.settle(fetches: 2)
        #expect(provider.cache.health.state == .degraded)
        #expect(try await provider.has("k1"))
        provider.clock.advance(seconds: 30)
        provider.publish(try KeySets.before.get())
        #expect(try await provider.has("k1"))
        try await provider.settle(fetches: 3)
        #expect(provider.cache.health.state == .good)
    }

    @Test("an unknown kid waits for the fetch that is running in the background, and starts no second one")
    func joinsBackgroundRefresh() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 490)
        let gate = Gate()
        provider.answer(.held(gate, KeySetProvider.response(try KeySets.after.get())))
        #expect(try await provider.has("k1"))
        let waiting = Task { try await provider.has("k2") }
        for _ in 0..<20 { await Task.yield() }
        #expect(try await provider.has("k1"))
        await gate.open()
        #expect(try await waiting.value)
        #expect(provider.requests == 2)
    }

    @Test("CACHE-02: a key set with an entity tag is asked for by condition, and 304 renews it")
    func entityTag() async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get(), fields: [("ETag", #""v1""#), ("Cache-Control", "max-age=60")])
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 60)
        provider.answer(.response(KeySetProvider.response([], status: 304, fields: [("Cache-Control", "max-age=120")])))
        #expect(try await provider.has("k1"))
        #expect(
            provider.transport.requests.last?.fields.contains(HTTPField(name: "If-None-Match", value: #""v1""#)) == true
        )
        #expect(provider.cache.health.age == .zero)
        provider.clock.advance(seconds: 95)
        #expect(try await provider.has("k1"))
        #expect(provider.requests == 2)
        provider.clock.advance(seconds: 25)
        provider.publish(try KeySets.withoutK1.get())
        #expect(try await !provider.has("k1"))
        provider.clock.advance(seconds: 600)
        provider.publish(try KeySets.withoutK1.get())
        _ = try await provider.has("k2")
        #expect(provider.transport.requests.last?.fields.count == 1)
    }

    @Test("CACHE-02: an entity tag that could break a request is not sent back", arguments: ["\"a\r\nX: y\"", "", "é"])
    func hostileEntityTag(_ tag: String) async throws {
        let provider = try KeySetProvider()
        provider.publish(try KeySets.before.get(), fields: [("ETag", tag)])
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 600)
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        #expect(provider.transport.requests.last?.fields.count == 1)
    }

    @Test("a 304 that nobody asked for is a failure")
    func unasked304() async throws {
        let provider = try KeySetProvider()
        provider.answer(.response(KeySetProvider.response([], status: 304)))
        await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
        provider.clock.advance(seconds: 30)
        provider.publish(try KeySets.before.get())
        _ = try await provider.has("k1")
        provider.clock.advance(seconds: 600)
        provider.answer(.response(KeySetProvider.response([], status: 304)))
        _ = try await provider.has("k1")
        #expect(provider.cache.health.state == .degraded)
        #expect(provider.cache.health.age == .seconds(600))
    }

    @Test("JWKS-07: Google's map of certificates by kid is read, and unusable entries are left out")
    func x509Map() async throws {
        let certificate = String(
            decoding: try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/certificate.pem"), as: UTF8.self)
        var map = JSONObject()
        map["bad"] = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        map["number"] = 7
        map["good"] = .string(certificate)
        let provider = try KeySetProvider(format: .x509Map)
        provider.publish(map.compactBytes, fields: [("Cache-Control", "public, max-age=19684, must-revalidate")])
        #expect(try await provider.has("good"))
        #expect(try await !provider.has("bad"))
        #expect(provider.cache.health.usableKeys == 1)
        #expect(provider.cache.health.skippedKeys.count == 2)
        provider.clock.advance(seconds: 31)
        #expect(try await !provider.has("number"))
        #expect(provider.requests == 1)
    }

    @Test("JWKS-05: a set of more than 100 keys is refused in both forms")
    func tooManyKeys() async throws {
        let entries = (0...100).map { #"{"kty":"AKP","kid":"k\#($0)"}"# }.joined(separator: ",")
        let map = (0...100).map { #""k\#($0)":"x""# }.joined(separator: ",")
        for (format, text) in [(KeySetFormat.jwks, #"{"keys":[\#(entries)]}"#), (.x509Map, "{\(map)}")] {
            let provider = try KeySetProvider(format: format)
            provider.publish(Array(text.utf8))
            await #expect(throws: OAuthClientError(.providerUnavailable, "")) { _ = try await provider.has("k1") }
            #expect(provider.cache.health.lastFailure?.code == .answerMalformed)
        }
    }
}
