@testable import Bridge
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

@Suite("Polling for a device session")
struct PollTests {
    @Test(
        "8628-17: a device that keeps the interval is told that the person has not decided, as long as the code lives")
    func waits() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        for _ in 0..<119 {
            world.clock.advance(5)
            #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
        }
    }

    @Test("8628-17: each poll that comes too soon makes the interval 5 s longer for good, on every replica")
    func slowsDownForGood() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
        world.clock.advance(4)
        #expect(try await world.refusal(started.deviceCode) == .slowDown)
        // 10 s from now on.
        world.clock.advance(9)
        let error = try await #require(throws: BridgeError.self) {
            _ = try await world.replica.poll(started.deviceCode, client: world.tv)
        }
        #expect(error.code == .slowDown)
        #expect(error.retryAfter == 15)
        // 15 s; to have kept it once does not make it shorter.
        for _ in 0..<3 {
            world.clock.advance(15)
            #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
        }
        world.clock.advance(14)
        #expect(try await world.refusal(started.deviceCode) == .slowDown)
        world.clock.advance(19)
        #expect(try await world.refusal(started.deviceCode) == .slowDown)
    }

    @Test("8628-17: of polls at once, one is in time and each other one lengthens the interval")
    func slowsDownPollsAtOnce() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let codes = await withTaskGroup(of: BridgeError.Code?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                    do {
                        _ = try await grant.poll(started.deviceCode, client: world.tv)
                        return nil
                    } catch {
                        return (error as? BridgeError)?.code
                    }
                }
            }
            return await group.reduce(into: [BridgeError.Code?]()) { $0.append($1) }
        }
        #expect(codes.filter { $0 == .authorizationPending }.count == 1)
        #expect(codes.filter { $0 == .slowDown }.count == 19)
        world.clock.advance(5 + 19 * 5 - 1)
        #expect(try await world.refusal(started.deviceCode) == .slowDown)
        world.clock.advance(5 + 20 * 5)
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
    }

    @Test("8628-17: a clock that was set back makes a poll come too soon, once")
    func survivesClocksSetBack() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        _ = try await world.refusal(started.deviceCode)
        world.clock.advance(-100)
        #expect(try await world.refusal(started.deviceCode) == .slowDown)
        world.clock.advance(10)
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
    }

    @Test("8628-17: refused by the person is access_denied, however often and fast it is asked")
    func tellsDenial() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        try await world.grant.deny(try await world.confirmed(started))
        for _ in 0..<3 { #expect(try await world.refusal(started.deviceCode) == .accessDenied) }
    }

    @Test("8628-17: late is expired_token, whatever the person decided; later still the code is unknown")
    func tellsExpiry() async throws {
        let world = try DeviceWorld()
        let (waiting, denied, approved) = (try await world.start(), try await world.start(), try await world.start())
        try await world.grant.deny(try await world.confirmed(denied))
        try await world.grant.approve(
            try await world.confirmed(approved), signIn: try DeviceWorld.signIn(), client: world.tv)
        world.clock.advance(599)
        #expect(try await world.refusal(waiting.deviceCode) == .authorizationPending)
        world.clock.advance(1)
        for started in [waiting, denied, approved] {
            #expect(try await world.refusal(started.deviceCode) == .deviceCodeExpired)
        }
        world.clock.advance(DeviceGrantSettings.afterlife - 1)
        #expect(try await world.refusal(waiting.deviceCode) == .deviceCodeExpired)
        world.clock.advance(1)
        #expect(try await world.refusal(waiting.deviceCode) == .grantInvalid)
    }

    @Test("8628-18: another client's poll gets nothing, and changes nothing")
    func refusesOtherClients() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let others = ["TV", "tv2", "t\u{76}\u{301}", "radio"].map {
            RegisteredClient(id: $0, kind: .publicClient, grants: [.deviceCode])
        }
        for other in others { #expect(try await world.refusal(started.deviceCode, client: other) == .grantInvalid) }
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
        try await world.grant.approve(
            try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
        for other in others { #expect(try await world.refusal(started.deviceCode, client: other) == .grantInvalid) }
        #expect(try await world.grant.poll(started.deviceCode, client: world.tv).userID.value == "google:s-1")
    }

    @Test("8628-19: a device code gives a sign-in once; the second use is an invalid grant")
    func givesASignInOnce() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        try await world.grant.approve(
            try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
        let signIn = try await world.replica.poll(started.deviceCode, client: world.tv)
        #expect(signIn.userID.value == "google:s-1")
        #expect(signIn.tokenRequest.claims == signIn.claims)
        #expect(try await world.refusal(started.deviceCode) == .grantInvalid)
        world.clock.advance(700)
        #expect(try await world.refusal(started.deviceCode) == .grantInvalid)
    }

    @Test("8628-19: of many polls at once on two replicas, exactly one gets the sign-in, every time")
    func givesOneOfManyTheSignIn() async throws {
        let world = try DeviceWorld(
            settings: try DeviceGrantSettings(startLimits: StartLimits(perNetworkAndMinute: 1000)))
        for _ in 0..<20 {
            let started = try await world.start()
            try await world.grant.approve(
                try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
            let outcomes = await withTaskGroup(of: BridgeError.Code?.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                        do {
                            _ = try await grant.poll(started.deviceCode, client: world.tv)
                            return nil
                        } catch {
                            return (error as? BridgeError)?.code ?? .storeUnavailable
                        }
                    }
                }
                return await group.reduce(into: [BridgeError.Code?]()) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == .grantInvalid }.count == 49)
        }
    }

    @Test(
        "8628-22: unknown, used and another client's code are one error with one text after the same calls of the store"
    )
    func tellsNoDifference() async throws {
        let store = NotingStore()
        let world = try DeviceWorld(store: store)
        let (foreign, used) = (try await world.start(), try await world.start())
        try await world.grant.approve(
            try await world.confirmed(used), signIn: try DeviceWorld.signIn(), client: world.tv)
        _ = try await world.grant.poll(used.deviceCode, client: world.tv)
        let radio = RegisteredClient(id: "radio", kind: .publicClient, grants: [.deviceCode])
        let unknown = DeviceCode(Base64URL.encode([UInt8](repeating: 1, count: 32)))
        var seen: [String] = []
        for (code, client) in [
            (unknown, world.tv), (used.deviceCode, world.tv), (foreign.deviceCode, radio), (DeviceCode(""), world.tv),
        ] {
            await store.reset()
            let error = try await #require(throws: BridgeError.self) {
                _ = try await world.grant.poll(code, client: client)
            }
            seen.append("\(error.code) \(error.reason) \(error.retryAfter ?? -1) \(await store.calls)")
        }
        #expect(Set(seen).count == 1)
        #expect(seen.first?.hasSuffix(#"["record"]"#) == true)
    }

    @Test(
        "A session that was stored and is damaged gives no sign-in",
        arguments: [
            ("v", nil), ("v", 2), ("client", nil), ("client", 1), ("provider", 1), ("started_at", nil),
            ("expires_at", "9999999999"), ("network", nil), ("interval", nil), ("interval", "5"), ("polled_at", "1"),
            ("state", nil), ("state", "Pending"), ("state", "redeemed"), ("sign_in", nil), ("sign_in", "x"),
        ] as [(String, JSONValue?)])
    func refusesDamagedSessions(_ name: String, _ value: JSONValue?) async throws {
        let world = try DeviceWorld()
        let code = DeviceCode("fake-device-code")
        try await Self.insert(code, in: world) { $0[name] = value }
        #expect(try await world.refusal(code) == .storedRecordInvalid)
    }

    @Test("A session that nobody has written with the secret gives no sign-in, nor does one under another code")
    func refusesForgedSessions() async throws {
        let world = try DeviceWorld()
        let (forged, moved, right) = (DeviceCode("fake-forged"), DeviceCode("fake-moved"), DeviceCode("fake-right"))
        try await Self.insert(forged, in: world, secret: 8) { _ in }
        try await Self.insert(moved, in: world, for: right) { _ in }
        try await Self.insert(right, in: world) { _ in }
        #expect(try await world.refusal(forged) == .storedRecordInvalid)
        #expect(try await world.refusal(moved) == .storedRecordInvalid)
        #expect(try await world.grant.poll(right, client: world.tv).userID.value == "google:s-1")
    }

    @Test(
        "A payload that was changed in any way is refused",
        arguments: [
            ("", ""), ("tv", "TV"), ("google:s-1", "google:s-2"), (#""code":""#, #""code":"A"#),
            (#""code""#, #""kode""#),
            (#""v":1,"content""#, #""v":2,"content""#), (#""interval":5"#, #""interval":5,"interval":5"#),
            ("approved", "pending"), (#""content":"#, #""x":"#),
        ])
    func refusesChangedPayloads(_ old: String, _ new: String) async throws {
        let world = try DeviceWorld()
        let code = DeviceCode("fake-device-code")
        try await Self.insert(code, in: world) { _ in }
        let key = try DeviceSessionHandle(code).key
        let record = try #require(try await world.store.record(key, now: world.clock.now()))
        let text = String(decoding: record.payload, as: UTF8.self)
        let changed = old.isEmpty ? "" : text.replacing(old, with: new)
        #expect(changed != text)
        let damaged = StoredRecord(
            key: key, payload: Array(changed.utf8), expiration: record.expiration, version: record.version)
        #expect(try await world.store.replace(damaged, now: world.clock.now()) == .replaced)
        #expect(try await world.refusal(code) == .storedRecordInvalid)
    }

    /// Stores an approved session that was changed before it was written.
    private static func insert(
        _ code: DeviceCode, in world: DeviceWorld, for other: DeviceCode? = nil, secret: UInt8 = 7,
        _ change: (inout JSONObject) -> Void
    ) async throws {
        let now = world.clock.now()
        var session = DeviceSession(
            clientID: "tv", providerID: nil, startedAt: now, expiresAt: now + 60, network: "local", interval: 5)
        session.state = .approved(try DeviceWorld.signIn())
        var object = session.object
        change(&object)
        let payloads = AuthenticPayload(secret: try StateSecret(bytes: [UInt8](repeating: secret, count: 32)))
        let payload = try payloads.bytes(object, for: try DeviceSessionHandle(other ?? code).key)
        let record = StoredRecord(key: try DeviceSessionHandle(code).key, payload: payload, expiration: now + 60)
        #expect(try await world.store.insert([record], now: now) == .inserted)
    }

    @Test("A store that cannot be reached decides nothing")
    func passesStoreErrorsOn() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let confirmed = try await world.confirmed(started)
        await world.store.close()
        #expect(try await world.refusal(started.deviceCode) == .storeUnavailable)
        await #expect(throws: BridgeError(.storeUnavailable, "")) { try await world.grant.deny(confirmed) }
    }
}
