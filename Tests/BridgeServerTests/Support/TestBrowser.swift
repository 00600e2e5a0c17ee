import OAuthClient
import Testing

/// A browser: keeps cookies, and sends the forms that pages hold.
struct TestBrowser: Sendable {
    let stage: TestService
    var cookies: [String: String] = [:]
    var address = "203.0.113.9"

    init(_ stage: TestService) {
        self.stage = stage
    }

    private var cookieField: [(String, String)] {
        cookies.isEmpty
            ? []
            : [("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))]
    }

    private mutating func keepCookies(of answer: Answer) {
        for field in answer.all("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
    }

    mutating func get(_ target: String, _ headers: [(String, String)] = []) async throws -> Answer {
        let answer = try await stage.send("GET", target, cookieField + headers, from: address)
        keepCookies(of: answer)
        return answer
    }

    mutating func post(
        _ target: String, _ fields: [(String, String)], _ headers: [(String, String)] = []
    ) async throws -> Answer {
        let answer = try await stage.post(
            target, TestService.form(fields), cookieField + headers, from: address)
        keepCookies(of: answer)
        return answer
    }

    /// Sends the form of a page with some of its fields set.
    mutating func submit(
        _ page: Answer, _ changes: [(String, String)] = [], _ headers: [(String, String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let action = try #require(page.page().all("form").first?["action"], sourceLocation: sourceLocation)
        let own = try page.fields(sourceLocation: sourceLocation).filter { field in
            !changes.contains { $0.0 == field.0 }
        }
        return try await post(action, own + changes, headers)
    }

    /// Goes through the verification pages up to the page that leads on to the provider.
    mutating func approve(_ userCode: String, path: String = "/device") async throws -> Answer {
        let entry = try await get(path)
        let question = try await submit(entry, [("user_code", userCode)])
        return try await submit(question, [("decision", "approve")])
    }

    /// What the provider sends back for an address that a browser was sent on to: the callback's target.
    func signedIn(
        at provider: FakeProvider, _ onward: Answer, changes: [String: String] = [:], path: String = "/callback/corp"
    ) throws -> String {
        let asked = try onward.onwardParameters()
        try provider.grant(nonce: asked["nonce"], now: stage.clock.seconds)
        var fields = [("code", "canary-provider-code"), ("state", try #require(asked["state"]))]
        for (name, value) in changes { fields.append((name, value)) }
        return "\(path)?\(TestService.form(fields))"
    }
}
