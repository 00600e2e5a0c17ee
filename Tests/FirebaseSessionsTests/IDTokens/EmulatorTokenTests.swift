import OAuthClient
import StrictJSON
import Testing

@testable import FirebaseSessions

@Suite("FB-23: tokens of the emulator")
struct EmulatorTokenTests {
    @Test("an unsigned token is accepted where the environment names an emulator on this machine, without any request")
    func unsigned() async throws {
        let stage = try FirebaseStage.emulator()
        let verified = try await stage.verifier().verify(UnverifiedIDToken(Forged.unsigned(Forged.claims())))
        #expect(verified.proof == .emulator && verified.userID == "yahoo:ABC")
        #expect(stage.script.count == 0)
    }

    @Test("an unsigned token is refused everywhere else")
    func elsewhere() async throws {
        for endpoints in [FirebaseEndpoints.google, try FirebaseEndpoints(identityToolkit: "http://127.0.0.1:9099")] {
            let stage = try FirebaseStage(endpoints: endpoints)
            let error = try await failure {
                _ = try await stage.verifier().verify(UnverifiedIDToken(Forged.unsigned(Forged.claims())))
            }
            #expect(error.code == .idTokenInvalid)
        }
    }

    @Test("a signed token is not taken unverified")
    func signed() async throws {
        let stage = try FirebaseStage.emulator()
        let error = try await failure {
            _ = try await stage.verifier().verify(UnverifiedIDToken(Forged.idToken()))
        }
        #expect(error.code == .emulatorMismatch)
    }

    @Test(
        "the other rules hold",
        arguments: [
            ("aud", "other", .projectMismatch), ("iss", "https://other", .idTokenInvalid), ("sub", "", .idTokenInvalid),
            ("exp", .integer(Forged.now - 90), .idTokenExpired),
            ("iat", .integer(Forged.now + 90), .idTokenNotYetValid),
        ] as [(String, JSONValue, FirebaseSessionError.Code)])
    func otherRules(name: String, value: JSONValue, code: FirebaseSessionError.Code) async throws {
        let stage = try FirebaseStage.emulator()
        let token = Forged.unsigned(Forged.claims([name: value]))
        let error = try await failure { _ = try await stage.verifier().verify(UnverifiedIDToken(token)) }
        #expect(error.code == code)
    }
}
