import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    static let githubEnterprise: Play = Play(
        "github-enterprise", flows: GitHub.enterprise.flows(), email: "o@x.test", .verified
    ) {
        try Setup.provider(
            "github-enterprise", clients: [GitHub.client], parameters: [.baseURL: "https://git.corp.test"])
    }
}

@Suite("GitHub Enterprise Server") struct GitHubEnterpriseTests {
    private typealias GitHub = Plays.GitHub

    @Test("Without the address of the server there is no provider")
    func noAddress() throws {
        let error = try #require(throws: ProviderError.self) {
            _ = try Setup.provider("github-enterprise", clients: [GitHub.client])
        }
        #expect(error.code == .placeholderMissing)
    }

    @Test("Everything is asked of the server itself; a flag that it gives is taken as it comes")
    func ownServer() async throws {
        let server = GitHub.enterprise
        var steps = [server.check(.right, token: GitHub.oauthToken)]
        steps += server.account(.right, token: GitHub.oauthToken)
        steps[2].answer.body = #"[{"email":"o@corp.test","primary":true,"verified":false}]"#
        let ending = try await Stage.run(
            Plays.githubEnterprise.provider(), .accessToken(GitHub.oauthToken), steps)
        #expect(ending.identity?.profile.email == nil && ending.identity?.issuer == "https://git.corp.test/login/oauth")
        #expect(ending.script.requests.allSatisfy { $0.url.hasPrefix("https://git.corp.test/api/v3/") })
    }
}
