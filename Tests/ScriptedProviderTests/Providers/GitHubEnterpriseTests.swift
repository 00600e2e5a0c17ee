import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let githubEnterprise: Play = Play("github-enterprise", flows: GitHub.enterprise.flows(), email: "o@x.test", .verified) {
        try Setup.provider(
            "github-enterprise", clients: [GitHub.client], parameters: [.baseURL: "https://git.corp.test"])
    }
}
