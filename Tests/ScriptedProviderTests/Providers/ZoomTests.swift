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
