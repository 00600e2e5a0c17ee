import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: times")
struct IDTokenTimeTests {
    private static func at(_ seconds: Int64) -> JSONValue { .integer(Forge.now + seconds) }

    @Test("OIDC-09: a token is good until its end and 60 s longer", arguments: [1, 0, -59])
    func end(_ seconds: Int64) async throws {
        let token = try Forge.token(["exp": Self.at(seconds), "iat": Self.at(-120)])
        #expect(try await Stage().identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-09: after that it has expired, and the message gives both times", arguments: [-60, -61, -100_000])
    func ended(_ seconds: Int64) async throws {
        let token = try Forge.token(["exp": Self.at(seconds), "iat": Self.at(seconds - 120)])
        let error = try await Stage().refusal(token)
        #expect(error.code == .credentialExpired)
        #expect(error.reason.contains("\(Forge.now)"))
        #expect(error.reason.contains("\(Forge.now + seconds)"))
    }

    @Test(
        "OIDC-09, JOSE-14: an end that is missing or no time is refused",
        arguments: [
            nil, JSONValue.null, .string("1796015494"), .bool(true), .integer(-1), .integer(.max), .array([]),
            .integer(Forge.now * 1000),
        ])
    func endKinds(_ value: JSONValue?) async throws {
        #expect(try await Stage().refusal(Forge.token(["exp": value])).code == .credentialInvalid)
    }

    @Test("OIDC-09: the leeway is configurable up to 300 s and no further")
    func leeway() async throws {
        let token = try Forge.token(["exp": Self.at(-299), "iat": Self.at(-400)])
        let wide = try Stage { _ in
        } change: {
            $0.idToken?.leeway = try ClockLeeway(seconds: 300)
        }
        #expect(try await wide.identity(token).subject.value == "user-0001")
        let none = try Stage { _ in
        } change: {
            $0.idToken?.leeway = try ClockLeeway(seconds: 0)
        }
        #expect(try await none.refusal(Forge.token(["exp": Self.at(0)])).code == .credentialExpired)
        #expect(throws: JOSEError.self) { try ClockLeeway(seconds: 301) }
        #expect(throws: JOSEError.self) { try ClockLeeway(seconds: -1) }
    }

    @Test("OIDC-10: a token that does not say when it was issued is refused")
    func noIssueTime() async throws {
        let error = try await Stage().refusal(Forge.token(["iat": nil]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("iat"))
    }

    @Test(
        "OIDC-10, JOSE-14: an issue time of the wrong kind is refused",
        arguments: [JSONValue.null, .string("1796011894"), .bool(true), .integer(-1), .integer(.max), .integer(.min)])
    func issueTimeKinds(_ value: JSONValue) async throws {
        #expect(try await Stage().refusal(Forge.token(["iat": value])).code == .credentialInvalid)
    }

    @Test(
        "OIDC-10: a token may be issued up to 60 s in the future and 10 min 60 s ago",
        arguments: [60, 3, 0, -600, -660])
    func issued(_ seconds: Int64) async throws {
        let token = try Forge.token(["iat": Self.at(seconds)])
        #expect(try await Stage().identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-10: an older token is refused though it has not ended", arguments: [-661, -3000, -1_000_000])
    func tooOld(_ seconds: Int64) async throws {
        let error = try await Stage().refusal(Forge.token(["iat": Self.at(seconds)]))
        #expect(error.code == .credentialExpired)
        #expect(error.reason.contains("600 s"))
    }

    @Test(
        "OIDC-10: a token from the future is refused, and the message hints at the clock",
        arguments: [61, 600, 100_000])
    func future(_ seconds: Int64) async throws {
        let error = try await Stage().refusal(Forge.token(["iat": Self.at(seconds), "exp": Self.at(seconds + 3600)]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("clock"))
    }

    @Test("OIDC-10: the greatest age is configurable, and no age is so great that it counts wrong")
    func configuredAge() async throws {
        let token = try Forge.token(["iat": Self.at(-3000)])
        for age in [3000, Int64.max] {
            let stage = try Stage { _ in
            } change: {
                $0.idToken?.maximumAge = age
            }
            #expect(try await stage.identity(token).subject.value == "user-0001")
        }
        let strict = try Stage { _ in
        } change: {
            $0.idToken?.maximumAge = 0
        }
        #expect(try await strict.refusal(Forge.token(["iat": Self.at(-61)])).code == .credentialExpired)
    }

    @Test("JOSE-14: nbf is kept with the same leeway")
    func notBefore() async throws {
        let stage = try Stage()
        for seconds in [Int64(-10), 0, 60] {
            _ = try await stage.identity(Forge.token(["nbf": Self.at(seconds)]))
        }
        for value in [Self.at(61), Self.at(600), .string("0"), .null, .integer(-1)] {
            #expect(try await stage.refusal(Forge.token(["nbf": value])).code == .credentialInvalid)
        }
    }

    @Test("a token whose end is not after its beginning is refused", arguments: ["iat", "nbf"])
    func order(_ name: String) async throws {
        let token = try Forge.token([name: Self.at(0), "exp": Self.at(0)])
        #expect(try await Stage().refusal(token).code == .credentialInvalid)
    }

    @Test("a token of Google lives a day at most")
    func googleLifetime() async throws {
        let stage = try Stage("google")
        func token(_ lifetime: Int64) throws -> String {
            try Forge.token(["iss": "https://accounts.google.com", "iat": Self.at(-30), "exp": Self.at(lifetime - 30)])
        }
        #expect(try await stage.identity(token(86_400)).subject.value == "user-0001")
        for lifetime in [86_401, 31_536_000] as [Int64] {
            let error = try await stage.refusal(token(lifetime))
            #expect(error.code == .credentialInvalid)
            #expect(error.reason.contains("86400"))
        }
    }

    // MARK: The sign-in itself

    @Test("OIDC-13: an auth_time up to 60 s ahead is accepted, and told", arguments: [-100_000, 0, 60])
    func signInTime(_ seconds: Int64) async throws {
        let identity = try await Stage().identity(Forge.token(["auth_time": Self.at(seconds)]))
        #expect(identity.authentication.time?.secondsSinceEpoch == Forge.now + seconds)
    }

    @Test("OIDC-13: an auth_time in the future or of the wrong kind is refused")
    func wrongSignInTime() async throws {
        for value in [Self.at(61), Self.at(86_400), .string("yesterday"), .bool(true), .integer(-1), .array([])] {
            #expect(try await Stage().refusal(Forge.token(["auth_time": value])).code == .credentialInvalid)
        }
    }

    @Test("OIDC-13: where a recent sign-in is demanded, auth_time must be there and fresh")
    func recentSignIn() async throws {
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.maximumAuthenticationAge = 300
        }
        for seconds in [Int64(-360), -300, 0] {
            _ = try await stage.identity(Forge.token(["auth_time": Self.at(seconds)]))
        }
        for value in [nil, JSONValue.null] {
            let error = try await stage.refusal(Forge.token(["auth_time": value]))
            #expect(error.code == .credentialInvalid)
            #expect(error.reason.contains("auth_time"))
        }
        for seconds in [Int64(-361), -86_400] {
            let error = try await stage.refusal(Forge.token(["auth_time": Self.at(seconds)]))
            #expect(error.code == .credentialExpired)
        }
    }

    @Test(
        "OIDC-12: where classes of sign-in are demanded, acr must be one of them",
        arguments: [
            nil, JSONValue.null, "urn:level:1", "urn:level:20", "URN:LEVEL:2", "", .integer(2), .array(["urn:level:2"]),
        ])
    func contextClass(_ value: JSONValue?) async throws {
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.requiredContextClasses = ["urn:level:2", "urn:level:3"]
        }
        let error = try await stage.refusal(Forge.token(["acr": value]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("acr"))
        for right in ["urn:level:2", "urn:level:3"] {
            let identity = try await stage.identity(Forge.token(["acr": .string(right)]))
            #expect(identity.authentication.contextClass == right)
        }
    }

    @Test(
        "where hosted domains are demanded, hd must be one of them, and no address counts in its place",
        arguments: [
            nil, JSONValue.null, "other.example", "ours.example.evil.example", "OURS.example", "",
            .array(["ours.example"]),
        ])
    func hostedDomain(_ value: JSONValue?) async throws {
        let stage = try Stage("google") { _ in
        } change: {
            $0.idToken?.hostedDomains = ["ours.example"]
        }
        let base: [String: JSONValue?] = [
            "iss": "https://accounts.google.com", "email": "a@ours.example", "email_verified": true,
        ]
        let error = try await stage.refusal(Forge.token(base.merging(["hd": value]) { $1 }))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("hd"))
        let right = try await stage.identity(Forge.token(base.merging(["hd": "ours.example"]) { $1 }))
        #expect(right.profile.emailVerified)
    }
}
