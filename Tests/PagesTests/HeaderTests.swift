import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite("The header fields of every page")
struct HeaderTests {
    private func headers(_ page: some Page, _ language: Language = .english) throws -> [String: String] {
        let fields = page.response(in: PageContext(host: "bridge.example.com", language: language)).headers
        #expect(Set(fields.map(\.name)).count == fields.count)
        return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test("forbid frames, scripts, storing, sniffing and telling where the person came from (9700-13, 9700-14)")
    func present() throws {
        for sample in try SamplePages.all() {
            for language in Language.allCases {
                let fields = try headers(sample.page, language)
                #expect(fields["Content-Type"] == "text/html; charset=utf-8")
                #expect(fields["Content-Language"] == language.rawValue)
                #expect(fields["Vary"] == "Accept-Language")
                #expect(fields["Cache-Control"] == "no-store")
                #expect(fields["X-Frame-Options"] == "DENY")
                #expect(fields["X-Content-Type-Options"] == "nosniff")
                #expect(fields["Referrer-Policy"] == "no-referrer")
                #expect(fields["Cross-Origin-Opener-Policy"] == "same-origin")
                #expect(fields["Permissions-Policy"]?.contains("camera=()") == true)
                #expect(fields["Access-Control-Allow-Origin"] == nil)
                #expect(
                    fields["Content-Security-Policy"]
                        == "default-src 'none'; style-src '\(Stylesheet.source)'; form-action 'self'; "
                        + "frame-ancestors 'none'; base-uri 'none'", "\(sample.name)")
            }
        }
    }

    @Test("allow the style by the hash of the very bytes that stand in the page")
    func styleHash() throws {
        let folder = try ScratchFolder()
        let style = try HTMLReader(SamplePages.text(OutcomePage(.signedIn))).text(of: "style")
        try folder.write(Array(style.utf8), to: "style")
        let digest = try Subprocess.run("/usr/bin/openssl", ["dgst", "-sha256", "-binary", "\(folder.path)/style"])
        #expect(digest.status == 0)
        #expect(Stylesheet.source == "sha256-\(Data(digest.output).base64EncodedString())")
        // A line break that a browser or a proxy might write otherwise would change the hash.
        #expect(!style.contains("\r"))
    }

    @Test("list the origins that the answer to a form redirects to, of those pages alone that lead there")
    func formTargets() throws {
        let target = try #require(try FormTarget(of: SamplePages.onward()))
        let form = try SamplePages.form()
        let pages: [any Page] = [
            ProviderChoicePage(form: form, clientName: "tv", choices: [], formTargets: [target]),
            ConfirmationPage(
                form: form, userCode: "A", clientName: "tv", age: 1, origin: .unknown, formTargets: [target]),
        ]
        for page in pages {
            #expect(
                try headers(page)["Content-Security-Policy"]?.contains(
                    "form-action 'self' https://api.login.example.com; ") == true)
        }
    }

    @Test("tell when to try again, where that is known")
    func retryAfter() throws {
        #expect(try headers(TooManyAttemptsPage(retryAfter: 290))["Retry-After"] == "290")
        #expect(try headers(TooManyAttemptsPage(retryAfter: -5))["Retry-After"] == "0")
        #expect(try headers(TooManyAttemptsPage(retryAfter: nil))["Retry-After"] == nil)
        #expect(try headers(ProblemPage(code: "RATE_LIMITED", requestID: "r", retryAfter: 7))["Retry-After"] == "7")
    }
}
