@testable import Bridge
import CredentialProofs
import CustomTokens
import Providers
import StrictJSON
import Testing

@Suite("Sign-ins that are stored")
struct StoredSignInTests {
    @Test("A sign-in is read back as it was stored")
    func readsBack() throws {
        let stored = try DeviceWorld.signIn(
            claims: #"{"n": 9007199254740993, "t": true, "o": {"k": [1, null]}, "é": "ü"}"#)
        let read = try StoredSignIn(reading: stored.jsonBytes)
        #expect(read.providerID == "corp")
        #expect(read.userID == stored.userID)
        #expect(read.claims == stored.claims)
        #expect(read.lifetime == stored.lifetime)
        #expect(read.tenantID == nil)
        #expect(read.profile == stored.profile)
        #expect(read.profile.email?.address == "ann@b.example")
        #expect(read.proof == .codeRedeemed)
        #expect(read.provenAt == stored.provenAt)
        #expect(read.jsonBytes == stored.jsonBytes)
    }

    @Test("What is signed is what was decided, issued when it is signed")
    func asksForTheDecidedToken() throws {
        let (identity, policy) = (try DeviceWorld.identity(), try DeviceWorld.policy())
        let decision = try MintingDecision(for: identity, policy: policy)
        let request = try StoredSignIn(for: identity, policy: policy).tokenRequest
        #expect(request.userID == decision.userID)
        #expect(request.claims == decision.claims)
        #expect(request.lifetime == decision.lifetime)
        #expect(request.tenantID == decision.tenantID)
    }

    @Test("6819-06: nothing that is stored is a credential")
    func storesNoCredential() throws {
        let text = String(decoding: try DeviceWorld.signIn().jsonBytes, as: UTF8.self)
        #expect(!text.contains("fake-secret"))
        #expect(!text.contains("token"))
    }

    @Test(
        "A payload in which a member is missing, of another kind, or not as it can be, is refused",
        arguments: [
            ("v", nil), ("v", 2), ("v", "1"), ("provider", nil), ("provider", 1), ("uid", nil), ("uid", ""),
            ("uid", "a\u{1}b"), ("claims", nil), ("claims", "x"), ("claims", .array([])), ("lifetime", nil),
            ("lifetime", 0), ("lifetime", 3601), ("lifetime", "60"), ("tenant", "a b"), ("tenant", 1), ("profile", nil),
            ("profile", "x"), ("proof", nil), ("proof", "CODE"), ("proof", "none"), ("proven_at", nil),
            ("proven_at", "1"),
        ] as [(String, JSONValue?)])
    func refusesDamage(_ name: String, _ value: JSONValue?) throws {
        var object = try DeviceWorld.signIn().object
        object[name] = value
        #expect(throws: BridgeError(.storedRecordInvalid, "")) { try StoredSignIn(reading: object.compactBytes) }
    }

    @Test(
        "A profile in which a member is missing or of another kind is refused",
        arguments: [
            ("v", nil), ("preset", nil), ("sub", nil), ("sub", ""), ("sub", 1), ("email", 1), ("email_standing", nil),
            ("email_standing", "Verified"), ("email_standing", "sure"), ("name", 1), ("picture", true),
        ] as [(String, JSONValue?)])
    func refusesDamagedProfiles(_ name: String, _ value: JSONValue?) throws {
        var object = try DeviceWorld.signIn().object
        var profile = try #require(object["profile"]?.object)
        profile[name] = value
        object["profile"] = .object(profile)
        #expect(throws: BridgeError(.storedRecordInvalid, "")) { try StoredSignIn(reading: object.compactBytes) }
    }

    @Test("Claims that Google reserves are refused when they are read, too")
    func refusesReservedClaims() throws {
        var object = try DeviceWorld.signIn().object
        object["claims"] = .object(try JSONObject(parsing: Array(#"{"sub": "x"}"#.utf8), limits: .document))
        #expect(throws: BridgeError(.storedRecordInvalid, "")) { try StoredSignIn(reading: object.compactBytes) }
    }

    @Test(
        "Bytes that are no JSON object, or have a member twice, are refused",
        arguments: ["", "{", "[]", #"{"v":1,"v":1}"#])
    func refusesOtherBytes(_ text: String) {
        #expect(throws: BridgeError(.storedRecordInvalid, "")) { try StoredSignIn(reading: Array(text.utf8)) }
    }
}
