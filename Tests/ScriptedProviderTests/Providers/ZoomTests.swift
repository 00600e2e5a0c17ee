import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Zoom {
        static let token = "https://zoom.us/oauth/token"

        static func me(_ variation: Variation = .right, verified: String = "1") -> Step {
            .get(
                "https://api.zoom.us/v2/users/me",
                .json(
                    #"{\#(variation.subject("id", "\"KDcuGIm1QgePTO8WbOqwIQ\"")),"email":"z@zoom.test","verified":\#(verified),"display_name":"Z"}"#
                ))
        }
    }

    static let zoom: Play = Play(
        "zoom",
        flows: [
            .code("KDcuGIm1QgePTO8WbOqwIQ") { [.code(Zoom.token, .basic, $0.grant(.tokens())), Zoom.me($0)] },
            .refresh("KDcuGIm1QgePTO8WbOqwIQ") { [.refresh(Zoom.token, .basic, $0.grant(.tokens())), Zoom.me($0)] },
        ], email: "z@zoom.test", .verified)
}

@Suite("Zoom") struct ZoomTests {
    @Test("An address counts if verified is the number 1, and not by a likeness of it")
    func addresses() async throws {
        for flag in ["0", "true", #""1""#, "1.0", "null"] {
            let steps = [Step.code(Plays.Zoom.token, .basic, .tokens()), Plays.Zoom.me(verified: flag)]
            let identity = try await Stage.identity(Setup.provider("zoom"), .code(nonce: nil), steps)
            #expect(identity.profile.emailVerified == false, "\(flag)")
        }
    }
}
