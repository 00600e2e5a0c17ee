import Testing
import Pages

/// Every page, with every turn it can take, as a browser gets it.
enum SamplePages: Sendable {
    /// A page and its name.
    struct Sample: Sendable, CustomStringConvertible {
        let name: String
        let page: any Page
        var description: String { name }
    }

    /// A form that is sent to a path.
    static func form(_ path: String = "/device", _ hidden: [PageForm.HiddenField] = []) throws -> PageForm {
        PageForm(action: try #require(PagePath(path)), token: FormToken("t0ken-of-this-page"), hidden: hidden)
    }

    /// The provider's authorization URL.
    static let authorization =
        "https://api.login.example.com/oauth2/request_auth?client_id=abc&state=s3cr3t&scope=openid%20email"

    /// An address to send a person on to.
    static func onward(_ text: String = authorization) throws -> OnwardAddress {
        try #require(OnwardAddress(text))
    }

    /// All of them.
    static func all() throws -> [Sample] {
        let device = try form()
        let decision = try form("/device/decision", [.init("user_code", "WDJBMJHT")])
        let providers: [ProviderChoicePage.Choice] = [
            .init(id: "yahoo", displayName: "Yahoo"), .init(id: "github", displayName: "GitHub"),
            .init(id: "corp", displayName: "Example Corporation Staff Directory"),
        ]
        let onward = try onward()
        let again = try #require(PagePath("/device"))
        var samples: [Sample] = [
            .init(name: "1-code", page: CodeEntryPage(form: device)),
            .init(name: "1-code-prefilled", page: CodeEntryPage(form: device, userCode: "WDJB-MJHT")),
            .init(name: "1-code-invalid", page: CodeEntryPage(form: device, userCode: "WDJB-MJHZ", fault: .invalid)),
            .init(name: "1-code-expired", page: CodeEntryPage(form: device, userCode: "WDJB-MJHT", fault: .expired)),
            .init(name: "1-code-locked", page: CodeEntryPage(form: device, fault: .locked)),
            .init(
                name: "2-confirm",
                page: ConfirmationPage(
                    form: decision, userCode: "WDJB-MJHT", clientName: "Living Room TV", age: 130,
                    origin: .sameNetwork("203.0.113.0/24"))),
            .init(
                name: "2-confirm-elsewhere",
                page: ConfirmationPage(
                    form: decision, userCode: "WDJB-MJHT", clientName: "Build Agent 7 in the Basement of Plant North",
                    age: 20, origin: .otherNetwork("2001:db8:ffff:ffff::/64"))),
            .init(
                name: "2-confirm-unknown",
                page: ConfirmationPage(
                    form: decision, userCode: "WDJB-MJHT", clientName: "tv", age: 61, origin: .unknown)),
            .init(
                name: "3-providers",
                page: ProviderChoicePage(form: decision, clientName: "Living Room TV", choices: providers)),
            .init(name: "3-onward", page: OnwardPage(to: onward, providerName: "Yahoo")),
            .init(name: "4-done", page: OutcomePage(.signedIn)),
            .init(name: "5-rejected", page: OutcomePage(.rejected)),
            .init(name: "7-too-many", page: TooManyAttemptsPage(retryAfter: 290)),
            .init(name: "7-too-many-unknown", page: TooManyAttemptsPage(retryAfter: nil)),
            .init(name: "8-expired", page: OutcomePage(.expired, again: again)),
        ]
        for code in ["ACCESS_DENIED", "STATE_INVALID", "AUDIENCE_MISMATCH", "PROVIDER_ANSWER_INVALID", "NO_SUCH"] {
            let page = ProblemPage(code: code, requestID: "01JD8Q2W7Y3K5T9ZB4N6M0XCVR", again: again)
            samples.append(.init(name: "6-\(code.lowercased())", page: page))
        }
        return samples
    }

    /// The document of a page.
    static func text(_ page: some Page, in language: Language = .english) -> String {
        String(
            decoding: page.response(in: PageContext(host: "bridge.example.com", language: language)).body, as: UTF8.self
        )
    }
}
