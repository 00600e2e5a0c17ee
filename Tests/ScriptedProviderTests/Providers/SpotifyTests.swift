import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Spotify {
        static let token = "https://accounts.spotify.com/api/token"

        static func me(_ variation: Variation = .right) -> Step {
            .get(
                "https://api.spotify.com/v1/me",
                .json(
                    #"{\#(variation.subject("id", "\"smedjan\"")),"display_name":"S","email":"s@spotify.test","images":[]}"#
                ))
        }
    }

    static let spotify: Play = Play(
        "spotify",
        flows: [
            .code("smedjan") { [.code(Spotify.token, .basic, $0.grant(.tokens())), Spotify.me($0)] },
            .refresh("smedjan") { [.refresh(Spotify.token, .basic, $0.grant(.tokens())), Spotify.me($0)] },
        ], email: "s@spotify.test", .unverified)
}

@Suite("Spotify") struct SpotifyTests {
    private typealias Spotify = Plays.Spotify

    @Test("Access tokens prove nothing: refused before any request, with what is accepted")
    func accessToken() async throws {
        let ending = try await Stage.run(Setup.provider("spotify"), .accessToken(), [])
        #expect(ending.code == .audienceUnprovable)
        #expect(
            ending.error?.reason
                == "spotify: nothing tells which client an access token of this provider was issued to (Spotify has no endpoint that describes a token); send the authorization code with its code_verifier, or the refresh token instead"
        )
    }

    @Test("Pictures may be none, and sizes null; the largest counts")
    func pictures() async throws {
        for (images, picture) in [
            ("[]", nil), ("null", nil),
            (#"[{"url":"https://p.test/1","width":null,"height":null}]"#, "https://p.test/1"),
            (
                #"[{"url":"https://p.test/1","width":64,"height":64},{"url":"https://p.test/2","width":300,"height":300}]"#,
                "https://p.test/2"
            ),
            (#"[{"url":"http://p.test/1","width":64,"height":64}]"#, nil),
        ] as [(String, String?)] {
            var me = Spotify.me()
            me.answer.body = me.answer.body.replacing("[]", with: images)
            let steps = [Step.code(Spotify.token, .basic, .tokens()), me]
            let identity = try await Stage.identity(Setup.provider("spotify"), .code(nonce: nil), steps)
            #expect(identity.profile.picture == picture, "\(images)")
        }
    }

    @Test("A public client names itself in the form and needs its proof key")
    func publicClient() async throws {
        let provider = try Setup.provider("spotify", secret: nil)
        let steps = [Step.code(Spotify.token, .name, .tokens()), Spotify.me()]
        #expect(try await Stage.identity(provider, .code(nonce: nil), steps).subject.value == "smedjan")
        let withoutKey = try Flow.Start.code(nonce: nil, proofKey: .withoutProofKey(because: .leftOutByCaller))
        #expect(try await Stage.refusal(provider, withoutKey) == .providerMisconfigured)
    }

    @Test("A refresh keeps the old token, or takes the new one")
    func rotation() async throws {
        for (new, kept) in [(Sent.newRefreshToken, Sent.newRefreshToken), (nil, Sent.refreshToken)]
            as [(String?, String)]
        {
            let steps = [Step.refresh(Spotify.token, .basic, .tokens(refreshToken: new)), Spotify.me()]
            let ending = try await Stage.run(Setup.provider("spotify"), .refreshToken, steps)
            #expect(ending.refreshToken == kept)
        }
    }
}
