import OAuthClient
import Testing

extension ServiceTests {
    @Suite("Sign-in of an app with a browser")
    struct ServiceCodeTests {
        private static let redirectURI = "http://127.0.0.1:49152/callback"
        // RFC 7636, appendix B.
        private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

        /// Has a person sign in; the parameters that the app's loopback address gets.
        private static func authorization(
            _ service: ServiceProcess, _ person: Person, at kind: ServicePeer.Kind
        ) async throws -> FormParameters {
            let peer = try await kind.running()
            let browser = try ServiceCurl()
            let query = try FormParameters([
                ("response_type", "code"), ("client_id", "desktop"), ("redirect_uri", redirectURI), ("state", "st4te"),
                ("code_challenge", challenge), ("code_challenge_method", "S256"), ("provider", peer.name),
            ]).encodedText
            let start = try await browser.get("\(service.base)/authorize?\(query)")
            let callback = try await peer.signIn(person, at: start.redirect(), in: browser)
            let end = try await browser.get(callback).redirect()
            try #require(end.hasPrefix("\(redirectURI)?"), "\(end)")
            return try FormParameters(parsing: [UInt8](end.dropFirst(redirectURI.count + 1).utf8))
        }

        private static func redemption(
            _ code: String, verifier: String = verifier, redirectURI: String = redirectURI
        ) -> [(name: String, value: String)] {
            [
                ("client_id", "desktop"), ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", redirectURI), ("code_verifier", verifier),
            ]
        }

        @Test(
            "6749-04, 7636: a person who signs in brings the app a code, and the code one custom token",
            arguments: ServicePeer.Kind.available)
        func signedIn(kind: ServicePeer.Kind) async throws {
            let service = try await ServiceProcess.shared()
            let response = try await Self.authorization(service, .bob, at: kind)
            #expect(response["state"] == "st4te")
            #expect(response["iss"] == service.issuer)
            let code = try #require(response["code"])
            let answer = try await service.token(Self.redemption(code))
            #expect(try await ServiceTests.uid(of: answer, from: service).hasPrefix("\(kind.rawValue):"))
            try await ServiceTests.expectRefusal(
                service.token(Self.redemption(code)), "GRANT_INVALID", error: "invalid_grant")
        }

        @Test("7636, 4.6: a code without the app's proof key, or for another redirect, brings nothing")
        func wrongProof() async throws {
            let service = try await ServiceProcess.shared()
            let kind = try #require(ServicePeer.Kind.available.first)
            for wrong in ["verifier", "redirect"] {
                let code = try #require(try await Self.authorization(service, .alice, at: kind)["code"])
                let fields =
                    wrong == "verifier"
                    ? Self.redemption(code, verifier: "\(Self.verifier.dropLast())x")
                    : Self.redemption(code, redirectURI: "http://127.0.0.1:49153/callback")
                try await ServiceTests.expectRefusal(
                    service.token(fields), "GRANT_INVALID", error: "invalid_grant")
            }
        }
    }
}
