@testable import Bridge
import Cryptography
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

@Suite("Starting a device session")
struct StartTests {
    @Test("8628-09: a device is told both codes, where to go, how long they live and how often to ask")
    func tellsTheDevice() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        #expect(
            started.answer.names == [
                "device_code", "user_code", "verification_uri", "verification_uri_complete", "expires_in", "interval",
            ])
        #expect(started.answer["device_code"]?.string == started.deviceCode.secretText)
        #expect(started.answer["user_code"]?.string == started.userCode.secretText)
        #expect(started.expiresIn == 600)
        #expect(started.interval == 5)
        #expect(started.answer["expires_in"] == 600)
        #expect(started.answer["interval"] == 5)
    }

    @Test(
        "8628-10: the address is short and without the code; the complete one is another member",
        arguments: ["https://bridge.example", "https://bridge.example/", "https://example.com/bridge"])
    func separatesAddresses(_ issuer: String) async throws {
        let world = try DeviceWorld(issuer: issuer)
        let started = try await world.start()
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        #expect(started.verificationURI == base + "/device")
        #expect(started.verificationURIComplete == base + "/device?user_code=" + started.userCode.secretText)
    }

    @Test("8628-13: a device code has 256 bits, and neither it nor the user code is stored")
    func storesNoCode() async throws {
        let store = NotingStore()
        let world = try DeviceWorld(store: store)
        let started = try await world.start(DeviceWorld.provider)
        #expect(try Base64URL.decode(started.deviceCode.secretText.utf8).count == 32)
        let plain = started.userCode.secretText.filter { $0 != "-" }
        let payloads = await store.payloads
        #expect(!payloads.isEmpty)
        for payload in payloads {
            #expect(!payload.contains(started.deviceCode.secretText))
            #expect(!payload.contains(plain))
            #expect(!payload.contains(started.userCode.secretText))
        }
    }

    @Test("8628-13: whoever reads the store does not find a user code by hashing all codes")
    func keysUserCodes() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let plain = try RecordKey(.userCode, hashing: started.userCode.secretText)
        #expect(try await world.store.record(plain, now: world.clock.now()) == nil)
        let other = try RecordKey(started.userCode, secret: try StateSecret(bytes: [UInt8](repeating: 8, count: 32)))
        #expect(try await world.store.record(other, now: world.clock.now()) == nil)
        #expect(throws: BridgeError(.cryptographyFailed, "")) {
            try StateSecret(bytes: [UInt8](repeating: 8, count: 31))
        }
    }

    @Test("No two sessions share a code")
    func makesNewCodes() async throws {
        let world = try DeviceWorld()
        var codes: Set<String> = []
        for _ in 0..<20 {
            let started = try await world.start()
            codes.formUnion([started.deviceCode.secretText, started.userCode.secretText])
        }
        #expect(codes.count == 40)
    }

    @Test("A user code that is taken is not given out again")
    func triesAnotherCode() async throws {
        // 32 bytes for the device code, 16 for the user code: the second start draws the first one's user code first.
        let (b, c) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 1, count: 16))
        let random = ScriptedRandom(
            [UInt8](repeating: 50, count: 32) + b + [UInt8](repeating: 51, count: 32) + b
                + [UInt8](repeating: 52, count: 32) + c)
        let world = try DeviceWorld(random: random)
        let first = try await world.start()
        let second = try await world.start()
        #expect(first.userCode.secretText == "BBBB-BBBB")
        #expect(second.userCode.secretText == "CCCC-CCCC")
        #expect(try await world.refusal(first.deviceCode) == .authorizationPending)
        #expect(try await world.refusal(second.deviceCode) == .authorizationPending)
    }

    @Test("Where no free user code comes up, the start fails and leaves nothing behind")
    func givesUp() async throws {
        let world = try DeviceWorld(random: ScriptedRandom([0]))
        _ = try await world.start()
        await #expect(throws: BridgeError(.storeUnavailable, "")) { _ = try await world.start() }
    }

    @Test("8628-21: a code lives from 300 to 1,800 s", arguments: [299, 1801, 0, -1, Int64.max])
    func refusesLifetimes(_ lifetime: Int64) {
        #expect(throws: BridgeError(.lifetimeInvalid, "")) { try DeviceGrantSettings(lifetime: lifetime) }
    }

    @Test("8628-21: the bounds themselves are allowed, and told to the device", arguments: [300, 1800] as [Int64])
    func takesLifetimes(_ lifetime: Int64) async throws {
        let world = try DeviceWorld(settings: try DeviceGrantSettings(lifetime: lifetime))
        #expect(try await world.start().expiresIn == lifetime)
    }

    @Test("A device polls every 1 to 60 s", arguments: [0, 61, -5])
    func refusesIntervals(_ interval: Int64) {
        #expect(throws: BridgeError(.lifetimeInvalid, "")) { try DeviceGrantSettings(interval: interval) }
    }

    @Test("8628-21: starts of one network are limited by the minute, whatever the client")
    func limitsANetworkByTheMinute() async throws {
        let limits = StartLimits(perNetworkAndMinute: 3)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        let radio = RegisteredClient(id: "radio", kind: .publicClient, grants: [.deviceCode])
        for _ in 0..<3 { _ = try await world.start() }
        world.clock.advance(20)
        let error = try await #require(throws: BridgeError.self) {
            _ = try await world.replica.start(client: radio, provider: nil, network: try DeviceWorld.network())
        }
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == 40)
        _ = try await world.grant.start(client: world.tv, provider: nil, network: try DeviceWorld.network(2))
        world.clock.advance(40)
        _ = try await world.start()
    }

    @Test("8628-21, 6819-03: the sessions of one network that wait at once are bounded")
    func boundsANetwork() async throws {
        let limits = StartLimits(perNetworkAndMinute: 5, perNetworkAndLifetime: 8)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        var started = 0
        for _ in 0..<10 {
            for _ in 0..<5 where (try? await world.start()) != nil { started += 1 }
            world.clock.advance(59)
        }
        #expect(started == 8)
    }

    @Test("8628-21, 6819-03: the sessions of one client that wait at once are bounded, from however many networks")
    func boundsAClient() async throws {
        let limits = StartLimits(perClientAndLifetime: 10)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        let started = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                    return
                        (try? await grant.start(
                            client: world.tv, provider: nil, network: try DeviceWorld.network(number))) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(started == 10)
        let radio = RegisteredClient(id: "radio", kind: .publicClient, grants: [.deviceCode])
        _ = try await world.grant.start(client: radio, provider: nil, network: try DeviceWorld.network())
    }

    @Test("6819-03: whoever is stopped for the network uses up nothing of the client's")
    func sparesTheClient() async throws {
        let limits = StartLimits(perNetworkAndMinute: 1, perClientAndLifetime: 2)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        _ = try await world.start()
        for _ in 0..<20 { _ = try? await world.start() }
        _ = try await world.grant.start(client: world.tv, provider: nil, network: try DeviceWorld.network(2))
    }

    @Test("6819-03: the networks of one /48 start ten times what one may, and leave the rest of the client's to others")
    func boundsASubscriber() async throws {
        let limits = StartLimits(perNetworkAndMinute: 50, perNetworkAndLifetime: 2, perClientAndLifetime: 25)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        #expect(await world.started(from: try (0..<300).map { try DeviceWorld.network(1, $0) }) == 20)
        let error = try await #require(throws: BridgeError.self) {
            _ = try await world.replica.start(
                client: world.tv, provider: nil, network: try DeviceWorld.network(1, 301))
        }
        #expect(error.code == .rateLimited && error.retryAfter == 600)
        let others = [try DeviceWorld.network(2, 1), try DeviceWorld.network(1), .local]
        #expect(await world.started(from: others) == 3)
    }

    @Test(
        "8628-21: in a minute too; one network alone is stopped by its own limit, and uses up nothing of its neighbours'"
    )
    func boundsASubscriberByTheMinute() async throws {
        let limits = StartLimits(perNetworkAndMinute: 1, perNetworkAndLifetime: 100)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        let one = try DeviceWorld.network(1, 0)
        #expect(await world.started(from: Array(repeating: one, count: 50)) == 1)
        #expect(await world.started(from: try (1..<30).map { try DeviceWorld.network(1, $0) }) == 9)
        world.clock.advance(60)
        #expect(await world.started(from: try (30..<60).map { try DeviceWorld.network(1, $0) }) == 10)
    }

    @Test(
        "addresses of IPv4 are no neighbours of each other: nothing but their own limit and the client's holds for them"
    )
    func sparesAddressesOfIPv4() async throws {
        let limits = StartLimits(perNetworkAndMinute: 1, perNetworkAndLifetime: 1, perClientAndLifetime: 40)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(startLimits: limits))
        #expect(await world.started(from: try (0..<50).map { try DeviceWorld.network($0) }) == 40)
    }

    @Test(
        "6819-03: one network has a hundredth of what there is for everybody, also where it may do more than usual",
        arguments: [(1, 10_000), (100, 10_000), (101, 10_100), (5000, 500_000), (.max, .max)] as [(Int64, Int64)])
    func followsTheNetwork(_ perNetwork: Int64, _ everybody: Int64) {
        #expect(StartLimits(perNetworkAndLifetime: perNetwork).perClientAndLifetime == everybody)
        #expect(WideLimit.wide(perNetwork) == (perNetwork == .max ? .max : perNetwork * 10))
    }

    @Test("A client that is not registered for device sign-in starts none")
    func refusesOtherGrants() async throws {
        let world = try DeviceWorld()
        let client = RegisteredClient(id: "tv", kind: .publicClient, grants: [.tokenExchange, .authorizationCode])
        await #expect(throws: BridgeError(.clientNotAllowed, "")) {
            _ = try await world.grant.start(client: client, provider: nil, network: .local)
        }
        await #expect(throws: BridgeError(.clientNotAllowed, "")) {
            _ = try await world.grant.poll(try await world.start().deviceCode, client: client)
        }
    }

    @Test(
        "A provider that the client may not use, or that there is not, is refused",
        arguments: ["other", "none", "", "CORP", "corp\u{301}"])
    func refusesOtherProviders(_ provider: String) async throws {
        let world = try DeviceWorld()
        await #expect(throws: BridgeError(.providerNotAllowed, "")) { _ = try await world.start(provider) }
        let all = RegisteredClient(id: "tv", kind: .publicClient, grants: [.deviceCode])
        if provider != "other" {
            await #expect(throws: BridgeError(.providerNotAllowed, "")) {
                _ = try await world.grant.start(client: all, provider: provider, network: .local)
            }
        }
    }

    @Test("6819-04: what is told to the device prints without the codes")
    func printsNoCodes() async throws {
        let started = try await DeviceWorld().start()
        var text = "\(started) \(String(reflecting: started))"
        dump(started, to: &text)
        #expect(!text.contains(started.deviceCode.secretText))
        #expect(!text.contains(started.userCode.secretText))
    }
}
