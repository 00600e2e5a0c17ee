import Foundation
import OAuthClient
import StrictJSON
import TestSupport
import Testing

extension ServiceTests {
    @Suite(
        "The OAuth libraries of others as clients", .enabled(if: ServiceClient.python != nil, "Python is missing"))
    struct ServiceClientTests {
        /// An ID token as clients get it that know of no nonce.
        private static func idTokenWithoutNonce(of name: String, at peer: ServicePeer) async throws -> String {
            let client = try await PeerClient(name, at: peer.peer)
            let browser = try ServiceCurl()
            let query = try FormParameters([
                ("response_type", "code"), ("client_id", name), ("redirect_uri", PeerClient.redirectAddress),
                ("scope", "openid email profile"), ("state", "st4te"),
                // RFC 7636, appendix B.
                ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
            ]).encodedText
            let end = try await peer.signIn(
                .alice, at: "\(PeerClient.found(client.metadata.authorizationEndpoint).text)?\(query)", in: browser)
            let response = try FormParameters(parsing: [UInt8](end.drop { $0 != "?" }.dropFirst().utf8))
            let answer = try await browser.post(
                [
                    ("client_id", name), ("client_secret", "\(name)-secret"), ("grant_type", "authorization_code"),
                    ("code", response["code"] ?? ""), ("redirect_uri", PeerClient.redirectAddress),
                    ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
                ], to: PeerClient.found(client.metadata.tokenEndpoint).text)
            guard answer.status == 200, let token = try answer.object()["id_token"]?.string else {
                throw PeerFailure("\(end) brought no ID token: \(answer.status) \(answer.text)")
            }
            return token
        }

        private static func exchange(
            _ way: String, _ token: String, at service: ServiceProcess
        ) async throws -> Subprocess {
            let python = try #require(ServiceClient.python)
            let endpoint = "\(service.base)/token"
            return try await onOwnThread {
                try Subprocess.run(
                    python, ["\(Locations.peers)/clients/token_exchange.py", way, endpoint, "backend:backend-secret"],
                    input: [UInt8](token.utf8), seconds: 90)
            }
        }

        @Test("8693: google-auth exchanges an ID token, and reads the refusals")
        func googleAuth() async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await #require(ServicePeer.Kind.available.last).running()
            let token = try await Self.idTokenWithoutNonce(of: "web", at: peer)
            let result = try await Self.exchange("sts", token, at: service)
            try #require(result.status == 0, "\(result.errors)")
            let answer = try JSONObject(parsing: result.output, limits: .document)
            let uid = try await service.claims(of: #require(answer["access_token"]?.string))["uid"]?.string
            #expect(uid?.hasPrefix("\(peer.name):") == true)
            #expect(answer["issued_token_type"] == "urn:ietf:params:oauth:token-type:jwt")

            let foreign = try await Self.idTokenWithoutNonce(of: "attacker", at: peer)
            for (refused, code) in [(token, "CREDENTIAL_REPLAYED"), (foreign, "AUDIENCE_MISMATCH")] {
                try Self.expectRefusal(await Self.exchange("sts", refused, at: service), code)
            }
        }

        @Test("8693, 2.1: google-auth's accounts want an access token, which a custom token is not: they are told so")
        func googleAccount() async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await #require(ServicePeer.Kind.available.last).running()
            let token = try await Self.idTokenWithoutNonce(of: "web", at: peer)
            let result = try await Self.exchange("external_account", token, at: service)
            try Self.expectRefusal(result, "is not issued, only urn:ietf:params:oauth:token-type:jwt")
        }

        /// The library has understood a refusal.
        private static func expectRefusal(
            _ result: Subprocess, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(result.status == 1, sourceLocation: sourceLocation)
            #expect(result.text.isEmpty, sourceLocation: sourceLocation)
            #expect(
                result.errors.hasPrefix("OAuthError (") && result.errors.contains("Error code invalid_request: "),
                "\(result.errors)",
                sourceLocation: sourceLocation)
            #expect(result.errors.contains(reason), "\(result.errors)", sourceLocation: sourceLocation)
        }

        @Test("8628: the device clients of Authlib and oauthlib wait, and get the custom token")
        func device() async throws {
            let service = try await ServiceProcess.shared()
            let peer = try await #require(ServicePeer.Kind.available.last).running()
            let python = try #require(ServiceClient.python)
            // They wait at the same time: each takes as long as the interval of polls.
            let clients = try ["authlib", "oauthlib"].map { library in
                try ServiceClient(
                    python,
                    [
                        "\(Locations.peers)/clients/device.py", library, "\(service.base)/device_authorization",
                        "\(service.base)/token", "tv",
                    ])
            }
            for client in clients {
                let device = try JSONObject(parsing: [UInt8](await client.line().utf8), limits: .document)
                _ = try await ServicePerson(.alice, at: peer).approve(
                    #require(device["verification_uri_complete"]?.string), #require(device["user_code"]?.string))
            }
            for client in clients {
                let token = try JSONObject(parsing: [UInt8](await client.line().utf8), limits: .document)
                let claims = try await service.claims(of: #require(token["access_token"]?.string))
                #expect(claims["uid"] == token["uid"])
                let end = try await client.end()
                #expect(end.status == 0, "\(end.errors)")
            }
        }

        @Test(
            "6749-04: an app on golang.org/x/oauth2 signs a person in", .enabled(if: ServiceClient.app != nil, "no Go"))
        func app() async throws {
            let service = try await ServiceProcess.shared()
            let kind = try #require(ServicePeer.Kind.available.first)
            let peer = try await kind.running()
            let app = try ServiceClient(
                #require(ServiceClient.app), ["\(service.base)/authorize", "\(service.base)/token", "desktop"])
            let browser = try ServiceCurl()
            // It does not know of providers: the person chooses one.
            let address = try await app.line()
            let choice = try await browser.get(address)
            var onward = choice.location
            if onward == nil {
                let page = try await browser.post(
                    [
                        ("csrf_token", try choice.hiddenField("csrf_token")),
                        ("request", String(address.drop { $0 != "?" }.dropFirst())), ("provider", peer.name),
                    ], to: "\(service.base)/authorize")
                onward = try page.link(to: peer.issuer)
            }
            let callback = try await peer.signIn(.bob, at: #require(onward), in: browser)
            #expect(try await browser.get(browser.get(callback).redirect()).text == "done\n")
            let token = try JSONObject(parsing: [UInt8](await app.line().utf8), limits: .document)
            let claims = try await service.claims(of: #require(token["access_token"]?.string))
            #expect(claims["uid"] == token["uid"])
            #expect(token["token_type"] == "N_A")
            #expect(try await app.end().status == 0)
        }
    }
}
