import CredentialProofs
import Foundation
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing

/// Bug reports of other brokers, reduced to files, in whole plays.
@Suite("Cases") struct CaseTests {
    private static let tenant = TenantPlay(
        preset: "oidc", issuer: "https://provider.test", base: "https://provider.test/oauth",
        keys: "https://provider.test/jwks")

    private static func text(_ identifier: String, _ file: String) throws -> String {
        let bytes = try Locations.bytes("\(Locations.caseFolder(identifier))/\(file)")
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func variants(_ identifier: String) throws -> [JSONObject] {
        let description = try JSONObject(
            parsing: Locations.bytes("\(Locations.caseFolder(identifier))/case.json"), limits: .document)
        return (description["variants"]?.array ?? []).compactMap(\.object)
    }

    private func idToken(_ identifier: String, _ file: String) async throws -> Ending {
        let token = UnverifiedIDToken(try Self.text(identifier, file))
        return try await Stage.run(
            Self.tenant.provider(), .credential(.idToken(token, nonce: .none)),
            [Self.tenant.discovery, .document(Self.tenant.keys, try Self.text(identifier, "jwks.json"))])
    }

    @Test("A strange email_verified fails no login, and verifies nothing (B18)")
    func emailVerified() async throws {
        let variants = try Self.variants("B18")
        #expect(variants.count == 10)
        for variant in variants {
            let file = try #require(variant["file"]?.string)
            let identity = try #require(try await idToken("B18", file).identity, "\(file)")
            #expect(identity.profile.emailVerified == (variant["email_verified"] == true), "\(file)")
        }
    }

    @Test("A numeric account is exact or refused (B19)")
    func numericAccounts() async throws {
        let gitHub = Plays.GitHub.dotCom
        for variant in try Self.variants("B19") {
            let file = try #require(variant["file"]?.string)
            let ending: Ending
            if file.hasSuffix(".jwt") {
                ending = try await idToken("B19", file)
            } else {
                let user = Step.get(
                    "\(gitHub.api)/user", token: Plays.GitHub.oauthToken, fields: Plays.GitHub.version,
                    .json(try Self.text("B19", file)))
                let flow = Plays.github.flows[0]
                let steps = try flow.steps(.right)
                ending = try await Stage.run(Plays.github.provider(), flow.start(.right), [steps[0], user, steps[2]])
            }
            switch variant["expect"]?.string {
            case "accept": #expect(ending.identity?.subject.value == variant["id"]?.string, "\(file)")
            case "reject": #expect(ending.code == .credentialInvalid, "\(file)")
            case "accept-exact-or-reject":
                #expect(ending.identity.map { $0.subject.value == variant["id"]?.string } ?? true, "\(file)")
            default: #expect(ending.identity.map { $0.subject.value == "0" } ?? true, "\(file)")
            }
        }
    }

    @Test("A token of another app does not sign in, whatever the account's description says (B31)")
    func replayedTokens() async throws {
        let client = "1234567890"
        let provider = try Setup.provider("facebook", clients: [client])
        for variant in try Self.variants("B31") {
            let files = try #require(variant["file"]?.string).components(separatedBy: " + ")
            guard files[0].hasPrefix("debug_token") else { continue }
            var check = Plays.Facebook.check(.right, token: Sent.accessToken)
            check.request.query["access_token"] = .exactly("\(client)|\(Sent.secret)")
            let isAccepted = variant["expect"] == "accept"
            check.answer.body = try Self.text("B31", files[0])
            var steps = [check]
            if files.count > 1 {
                var me = Plays.Facebook.me(.right, token: Sent.accessToken, proof: Plays.Facebook.proof)
                me.answer.body = try Self.text("B31", files[1])
                steps.append(me)
            }
            let ending = try await Stage.run(provider, .accessToken(), steps)
            #expect((ending.identity?.subject.value == "555") == isAccepted, "\(files)")
            #expect(ending.script.remaining == 0)
        }
    }

    @Test("Tokens of other clients at Google and at an introspection endpoint, and bare descriptions (B31)")
    func otherChecks() async throws {
        var google = Plays.Google.check(.right)
        google.answer.body = try Self.text("B31", "google-tokeninfo-other.json")
        #expect(try await Stage.refusal(Plays.google.provider(), .accessToken(), [google]) == .audienceMismatch)
        let provider = try Self.tenant.provider { $0.accessTokens = .withCheckThatIsOffByDefault }
        for (file, code) in [
            ("introspection-inactive.json", CredentialError.Code.credentialInvalid),
            ("introspection-other.json", .audienceMismatch), ("userinfo-only.json", .credentialInvalid),
        ] {
            var step = Self.tenant.introspection()
            step.answer.body = try Self.text("B31", file)
            let found = try await Stage.refusal(provider, .accessToken(), [Self.tenant.discovery, step])
            #expect(found == code, "\(file)")
        }
    }

    @Test("Yahoo's guid beside the token is ignored, and no token is no proof (B44)")
    func yahooGUID() async throws {
        let subjects: [(String, String?)] = [
            ("token-no-guid.http", "user-0001"), ("token-guid-differs.http", "REALSUB"),
            ("token-guid-null-no-id.http", nil),
        ]
        for (file, subject) in subjects {
            let answer = try Self.text("B44", file).components(separatedBy: "\r\n\r\n")
            var steps = [Step.code(Plays.Yahoo.token, .basic, .json(try #require(answer.last)))]
            if let subject {
                steps.append(.document(Plays.Yahoo.keys, try Self.text("B44", "jwks.json")))
                // The tokens are thin, so the account is described too.
                steps.append(.get(Plays.Yahoo.userinfo, token: "fake", .json(#"{"sub":"\#(subject)"}"#)))
            }
            let ending = try await Stage.run(Setup.provider("yahoo"), .code(nonce: nil), steps)
            #expect(ending.identity?.subject.value == subject, "\(file) \(String(describing: ending.error))")
            #expect(ending.script.remaining == 0)
        }
    }
}
