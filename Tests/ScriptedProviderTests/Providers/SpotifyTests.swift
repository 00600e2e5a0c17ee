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
