@testable import Bridge
import Cryptography
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

@Suite("Guessing user codes")
struct GuessTests {
    /// A code that nobody has.
    private static func wrong() throws -> UserCode { try UserCode(random: SecureRandom()) }

    /// How many of the answers to codes say that the code was looked at.
    private static func looked(_ codes: [BridgeError.Code]) -> Int { codes.filter { $0 == .userCodeInvalid }.count }

    @Test(
        "8628-14: after 5 wrong codes from a network nothing is looked at any more, in whatever browser; not the right one"
    )
    func locksANetwork() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        var codes: [BridgeError.Code] = []
        for _ in 0..<1_000 {
            codes.append(try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()).code)
        }
        #expect(Self.looked(codes) == 5)
        #expect(codes.dropFirst(5).allSatisfy { $0 == .rateLimited })
        let error = try await world.refusal(started.userCode, from: try DeviceWorld.browser())
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == 600 && error.limit == .userCode)
        _ = try await world.grant.session(for: started.userCode, from: try DeviceWorld.browser(2))
    }

    @Test("8628-14: a thousand guesses at once from one network on two replicas are no more than 5")
    func locksANetworkAtOnce() async throws {
        let world = try DeviceWorld()
        let looked = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                    do {
                        _ = try await grant.session(for: try Self.wrong(), from: try DeviceWorld.browser())
                        return true
                    } catch {
                        return (error as? BridgeError)?.code != .rateLimited
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(looked == 5)
    }

    @Test("8628-14: after 5 wrong codes in a browser session nothing is looked at, from whatever network")
    func locksABrowser() async throws {
        let world = try DeviceWorld()
        let session = try BrowserSessionID(random: SecureRandom())
        var codes: [BridgeError.Code] = []
        for number in 0..<100 {
            let origin = VerificationOrigin(network: try DeviceWorld.network(number), browserSession: session)
            codes.append(try await world.refusal(try Self.wrong(), from: origin).code)
        }
        #expect(Self.looked(codes) == 5)
        // What the browser was stopped for, is not counted for its networks.
        let other = try DeviceWorld.browser(99)
        for _ in 0..<5 { #expect(try await world.refusal(try Self.wrong(), from: other).code == .userCodeInvalid) }
    }

    @Test("8628-14: guesses from a thousand networks at once are no more than the limit of all together")
    func locksEverywhere() async throws {
        let limits = GuessLimits(everywhere: 20)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(guessLimits: limits))
        let started = try await world.start()
        let looked = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    do {
                        _ = try await world.grant.session(for: try Self.wrong(), from: try DeviceWorld.browser(number))
                        return true
                    } catch {
                        return (error as? BridgeError)?.code != .rateLimited
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(looked == 20)
        let error = try await world.refusal(started.userCode, from: try DeviceWorld.browser(5_000))
        #expect(error.code == .rateLimited && error.limit == .userCodeEverywhere)
        world.clock.advance(600)
        let later = try await world.start()
        _ = try await world.grant.session(for: later.userCode, from: try DeviceWorld.browser(5_000))
    }

    @Test("8628-14: what a locked network stops, counts nowhere else: the browser is free in another network")
    func sparesBrowsersOfLockedNetworks() async throws {
        let limits = GuessLimits(everywhere: 12)
        let world = try DeviceWorld(settings: try DeviceGrantSettings(guessLimits: limits))
        for _ in 0..<5 { _ = try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()) }
        let stopped = try DeviceWorld.browser()
        for _ in 0..<20 { #expect(try await world.refusal(try Self.wrong(), from: stopped).code == .rateLimited) }
        let moved = VerificationOrigin(network: try DeviceWorld.network(2), browserSession: stopped.browserSession)
        for _ in 0..<5 { #expect(try await world.refusal(try Self.wrong(), from: moved).code == .userCodeInvalid) }
    }

    @Test("8628-14: one network alone does not stop the others")
    func sparesOtherNetworks() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        for _ in 0..<300 { _ = try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()) }
        _ = try await world.grant.session(for: started.userCode, from: try DeviceWorld.browser(2))
    }

    @Test(
        "8628-14: 5 wrong codes are the most in any stretch as long as a code lives, and each is forgotten after that time"
    )
    func locksForTheLifeOfACode() async throws {
        let world = try DeviceWorld()
        var looked: [Int64] = []
        for _ in 0..<60 {
            world.clock.advance(59)
            let code = try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()).code
            if code == .userCodeInvalid { looked.append(world.clock.now().secondsSinceEpoch) }
        }
        // 60 guesses in 3,540 s: 5 in each 600 s, the first of each stretch when the first of the one before is forgotten.
        #expect(looked.count == 30)
        for time in looked { #expect(looked.filter { time..<(time + 600) ~= $0 }.count <= 5) }
    }

    @Test("8628-14: IPv6 is counted by the first 64 bits, IPv4 by the whole address, in whichever form it is written")
    func countsNetworks() throws {
        let prefix: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 1]
        let one = try #require(ClientNetwork(addressBytes: prefix + [0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(one == ClientNetwork(addressBytes: prefix + [UInt8](repeating: 255, count: 8)))
        #expect(one.text == "2001:db8:0:1::/64")
        #expect(
            one != ClientNetwork(addressBytes: [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)))
        let four = try #require(ClientNetwork(addressBytes: [192, 0, 2, 7]))
        #expect(four.text == "192.0.2.7")
        #expect(four == ClientNetwork(addressBytes: [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 7]))
        #expect(four != ClientNetwork(addressBytes: [192, 0, 2, 8]))
        for count in [0, 1, 3, 5, 15, 17] {
            #expect(ClientNetwork(addressBytes: [UInt8](repeating: 1, count: count)) == nil)
        }
    }

    @Test("8628-14: an address of IPv6 that changes in its last 64 bits is locked all the same")
    func locksIPv6ByPrefix() async throws {
        let world = try DeviceWorld()
        var codes: [BridgeError.Code] = []
        for number in 0..<50 {
            let bytes: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, UInt8(number)]
            let origin = VerificationOrigin(
                network: try #require(ClientNetwork(addressBytes: bytes)),
                browserSession: try BrowserSessionID(random: SecureRandom()))
            codes.append(try await world.refusal(try Self.wrong(), from: origin).code)
        }
        #expect(Self.looked(codes) == 5)
    }

    @Test("8628-15: right codes take nothing off the count of wrong ones")
    func keepsTheCountAfterSuccess() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        for _ in 0..<4 {
            #expect(try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()).code == .userCodeInvalid)
            for _ in 0..<10 {
                _ = try await world.grant.session(for: started.userCode, from: try DeviceWorld.browser())
            }
        }
        try await world.grant.approve(
            try await world.confirmed(started), signIn: try DeviceWorld.signIn(), client: world.tv)
        #expect(try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()).code == .userCodeInvalid)
        #expect(try await world.refusal(try Self.wrong(), from: try DeviceWorld.browser()).code == .rateLimited)
    }

    @Test("8628-15: right codes alone are never limited")
    func doesNotCountRightCodes() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let origin = try DeviceWorld.browser()
        for _ in 0..<200 { _ = try await world.grant.session(for: started.userCode, from: origin) }
        #expect(try await world.refusal(try Self.wrong(), from: origin).code == .userCodeInvalid)
    }

    @Test(
        "8628-15: an expired code, an approved and a refused one count as wrong",
        arguments: ["late", "approved", "denied"])
    func countsDeadCodes(_ end: String) async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let confirmed = try await world.confirmed(started)
        switch end {
        case "approved": try await world.grant.approve(confirmed, signIn: try DeviceWorld.signIn(), client: world.tv)
        case "denied": try await world.grant.deny(confirmed)
        default: world.clock.advance(600)
        }
        var codes: [BridgeError.Code] = []
        for _ in 0..<7 { codes.append(try await world.refusal(started.userCode, from: try DeviceWorld.browser()).code) }
        #expect(Self.looked(codes) == 5)
        #expect(codes.suffix(2) == [.rateLimited, .rateLimited])
    }

    @Test("8628-14: wrong codes count the same when they come by the form")
    func countsForms() async throws {
        let world = try DeviceWorld()
        let origin = try DeviceWorld.browser()
        for number in 0..<8 {
            let error = try await #require(throws: BridgeError.self) {
                _ = try await world.grant.confirm(
                    try Self.wrong(), formToken: ConfirmationFormToken("fake"), from: origin)
            }
            #expect(error.code == (number < 5 ? .userCodeInvalid : .rateLimited))
        }
    }

    @Test("8628-14: a guess that could not be looked at, for the record is damaged, is not counted")
    func givesPlacesBackOnErrors() async throws {
        let world = try DeviceWorld()
        let code = try Self.wrong()
        let record = StoredRecord(
            key: try RecordKey(code, secret: try StateSecret(bytes: [UInt8](repeating: 7, count: 32))),
            payload: Array("{}".utf8), expiration: world.clock.now() + 60)
        _ = try await world.store.insert([record], now: world.clock.now())
        for _ in 0..<10 {
            #expect(try await world.refusal(code, from: try DeviceWorld.browser()).code == .storedRecordInvalid)
        }
    }

    @Test(
        "A count that is damaged lets nothing through",
        arguments: [
            "", "{}", #"{"v":1,"counts":5}"#, #"{"v":1,"counts":["1"]}"#, #"{"v":2,"counts":[]}"#,
            #"{"v":1,"counts":[[1,2,3]]}"#, #"{"v":1,"counts":[[1]]}"#, #"{"v":1,"counts":[[1,-5]]}"#,
            #"{"v":1,"counts":[[1,0]]}"#, #"{"v":1,"counts":[[1,1000001]]}"#, #"{"v":1,"counts":[["1",1]]}"#,
            #"{"v":1,"counts":[[1,1.5]]}"#,
        ])
    func refusesDamagedCounts(_ payload: String) async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let key = try RecordKey.count("wrong-codes", of: "everywhere")
        let now = world.clock.now()
        _ = try await world.store.insert(
            [StoredRecord(key: key, payload: Array(payload.utf8), expiration: now + 60)], now: now)
        let error = try await world.refusal(started.userCode, from: try DeviceWorld.browser())
        #expect(error.code == .storedRecordInvalid)
    }

    @Test("Limits are 1 to 1,000, and that of everybody 1 to 1,000,000, whatever is asked for")
    func boundsLimits() {
        #expect(GuessLimits(perNetwork: 0, perBrowserSession: -1, everywhere: .max).perNetwork == 1)
        #expect(GuessLimits(perNetwork: 0, perBrowserSession: -1, everywhere: .max).perBrowserSession == 1)
        #expect(GuessLimits(perNetwork: 0, perBrowserSession: -1, everywhere: .max).everywhere == 1_000_000)
        #expect(GuessLimits(perNetwork: .max, perBrowserSession: .max, everywhere: 0).perNetwork == 1_000)
        #expect(GuessLimits(perNetwork: .max, perBrowserSession: .max, everywhere: 0).perBrowserSession == 1_000)
        #expect(GuessLimits(perNetwork: .max, perBrowserSession: .max, everywhere: 0).everywhere == 1)
    }

    @Test("The value of a cookie is a browser session only in the form that is made up here")
    func readsCookies() throws {
        let made = try BrowserSessionID(random: SecureRandom())
        #expect(BrowserSessionID(cookie: made.secretText)?.secretText == made.secretText)
        let bad = [
            "", "a", String(repeating: "!", count: 43), String(repeating: "A", count: 42) + "B", made.secretText + "=",
        ]
        for cookie in bad { #expect(BrowserSessionID(cookie: cookie) == nil) }
    }
}
