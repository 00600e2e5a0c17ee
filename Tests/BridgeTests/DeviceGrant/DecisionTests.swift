@testable import Bridge
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Storage
import StrictJSON
import Testing

@Suite("Deciding about a device session")
struct DecisionTests {
    @Test("8628-16: the page shows the client, the provider, the code, the network and when the device asked")
    func showsTheSession() async throws {
        let world = try DeviceWorld()
        let started = try await world.start(DeviceWorld.provider)
        world.clock.advance(30)
        let shown = try await world.replica.session(for: started.userCode, from: try DeviceWorld.browser(9))
        #expect(shown.userCode == started.userCode)
        #expect(shown.clientID == "tv")
        #expect(shown.providerID == "corp")
        #expect(shown.network == "10.0.0.1")
        #expect(shown.startedAt == world.clock.now() - 30)
        #expect(shown.expiresAt == world.clock.now() + 570)
    }

    @Test("8628-16: to open the complete address, however often, decides nothing")
    func decidesNothingByLooking() async throws {
        let store = NotingStore()
        let world = try DeviceWorld(store: store)
        let started = try await world.start()
        let origin = try DeviceWorld.browser()
        for _ in 0..<20 { _ = try await world.grant.session(for: started.userCode, from: origin) }
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
        #expect(await store.payloads.allSatisfy { !$0.contains("approved") && !$0.contains("denied") })
    }

    @Test("8628-16, 9700-13: a form that was not shown in this browser for this code confirms nothing")
    func refusesOtherForms() async throws {
        let world = try DeviceWorld()
        let (started, other) = (try await world.start(), try await world.start())
        let (victim, attacker) = (try DeviceWorld.browser(), try DeviceWorld.browser(2))
        let shownToAttacker = try await world.grant.session(for: started.userCode, from: attacker)
        let shownForOther = try await world.grant.session(for: other.userCode, from: victim)
        let shown = try await world.grant.session(for: started.userCode, from: victim)
        let tokens = [
            shownToAttacker.formToken.secretText, shownForOther.formToken.secretText, "", "A",
            String(repeating: "A", count: 43), shown.formToken.secretText + "=", shown.formToken.secretText + "A",
            String(shown.formToken.secretText.dropLast()), shown.formToken.secretText.lowercased(),
        ]
        for token in tokens {
            await #expect(throws: BridgeError(.stateInvalid, "")) {
                _ = try await world.grant.confirm(
                    started.userCode, formToken: ConfirmationFormToken(token), from: victim)
            }
        }
        _ = try await world.replica.confirm(started.userCode, formToken: shown.formToken, from: victim)
    }

    @Test("A code that was confirmed is kept in the store, and read back")
    func keepsConfirmedCodes() async throws {
        let world = try DeviceWorld()
        let started = try await world.start(DeviceWorld.provider)
        let confirmed = try ConfirmedUserCode(reading: try await world.confirmed(started).object)
        try await world.grant.approve(confirmed, signIn: try DeviceWorld.signIn(), client: world.tv)
        _ = try await world.grant.poll(started.deviceCode, client: world.tv)
        #expect(throws: BridgeError(.storedRecordInvalid, "")) { try ConfirmedUserCode(reading: JSONObject()) }
    }

    @Test("8628-19: approved is approved once, and refused is refused: from pending alone")
    func decidesOnce() async throws {
        let world = try DeviceWorld()
        for first in [true, false] {
            let started = try await world.start()
            let confirmed = try await world.confirmed(started)
            if first {
                try await world.grant.approve(confirmed, signIn: try DeviceWorld.signIn("first"), client: world.tv)
            } else {
                try await world.grant.deny(confirmed)
            }
            await #expect(throws: BridgeError(.userCodeInvalid, "")) {
                try await world.replica.approve(confirmed, signIn: try DeviceWorld.signIn("second"), client: world.tv)
            }
            await #expect(throws: BridgeError(.userCodeInvalid, "")) { try await world.replica.deny(confirmed) }
            if first {
                #expect(try await world.grant.poll(started.deviceCode, client: world.tv).userID.value == "google:first")
            } else {
                #expect(try await world.refusal(started.deviceCode) == .accessDenied)
            }
        }
    }

    @Test("8628-19: of many decisions at once on two replicas, among polls, exactly one is taken, and that one is told")
    func takesOneOfManyDecisions() async throws {
        let world = try DeviceWorld()
        for _ in 0..<10 {
            let started = try await world.start()
            let confirmed = try await world.confirmed(started)
            let taken = await withTaskGroup(of: String?.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let grant = number.isMultiple(of: 2) ? world.grant : world.replica
                        switch number % 3 {
                        case 0:
                            _ = try? await grant.poll(started.deviceCode, client: world.tv)
                            return nil
                        case 1:
                            return (try? await grant.deny(confirmed)) != nil ? "denied" : nil
                        default:
                            let signIn = try? DeviceWorld.signIn("s\(number)")
                            guard let signIn else { return nil }
                            let isTaken =
                                (try? await grant.approve(confirmed, signIn: signIn, client: world.tv)) != nil
                            return isTaken ? "google:s\(number)" : nil
                        }
                    }
                }
                return await group.reduce(into: [String]()) { if let taken = $1 { $0.append(taken) } }
            }
            #expect(taken.count == 1)
            world.clock.advance(60)
            let code: BridgeError.Code?
            do throws(BridgeError) {
                let signIn = try await world.grant.poll(started.deviceCode, client: world.tv)
                #expect(signIn.userID.value == taken.first)
                code = nil
            } catch {
                code = error.code
            }
            // A poll of the race may have taken the sign-in.
            #expect(code == nil || code == (taken.first == "denied" ? .accessDenied : .grantInvalid))
        }
    }

    @Test("8628-19: neither approval nor refusal is possible when the code has expired")
    func refusesLateDecisions() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let confirmed = try await world.confirmed(started)
        world.clock.advance(600)
        await #expect(throws: BridgeError(.userCodeInvalid, "")) {
            try await world.grant.approve(confirmed, signIn: try DeviceWorld.signIn(), client: world.tv)
        }
        await #expect(throws: BridgeError(.userCodeInvalid, "")) { try await world.grant.deny(confirmed) }
        #expect(try await world.refusal(started.deviceCode) == .deviceCodeExpired)
    }

    @Test("A sign-in at a provider that the device did not ask for, or that the client may not use, is not given")
    func refusesOtherProviders() async throws {
        let world = try DeviceWorld()
        let (fixed, free) = (try await world.start(DeviceWorld.provider), try await world.start())
        let (confirmedFixed, confirmedFree) = (try await world.confirmed(fixed), try await world.confirmed(free))
        for (confirmed, provider) in [(confirmedFixed, "shop"), (confirmedFixed, "other"), (confirmedFree, "other")] {
            await #expect(throws: BridgeError(.providerNotAllowed, "")) {
                try await world.grant.approve(
                    confirmed, signIn: try DeviceWorld.signIn(provider: provider), client: world.tv)
            }
        }
        let other = RegisteredClient(id: "radio", kind: .publicClient, grants: [.deviceCode])
        await #expect(throws: BridgeError(.clientInvalid, "")) {
            try await world.grant.approve(confirmedFree, signIn: try DeviceWorld.signIn(), client: other)
        }
        try await world.grant.approve(confirmedFree, signIn: try DeviceWorld.signIn(provider: "shop"), client: world.tv)
        #expect(try await world.grant.poll(free.deviceCode, client: world.tv).providerID == "shop")
        #expect(try await world.refusal(fixed.deviceCode) == .authorizationPending)
    }

    @Test("What is too large to be kept is refused, and the session waits on")
    func refusesLargeClaims() async throws {
        let world = try DeviceWorld()
        let started = try await world.start()
        let signIn = try DeviceWorld.signIn(claims: #"{"x": "\#(String(repeating: "x", count: 66_000))"}"#)
        let confirmed = try await world.confirmed(started)
        await #expect(throws: BridgeError(.claimsTooLarge, "")) {
            try await world.grant.approve(confirmed, signIn: signIn, client: world.tv)
        }
        #expect(try await world.refusal(started.deviceCode) == .authorizationPending)
    }
}
