import HTTPServer
import Pages

/// A page of the sandbox provider: plain, without scripts, and nothing that is not escaped.
struct SandboxPage: Sendable {
    private let title: String
    private let body: String

    private init(_ title: String, _ body: String) {
        self.title = title
        self.body = body
    }

    /// The page as an answer.
    func response(status: Int = 200) -> ServerResponse {
        let html = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(EscapedText.of(title))</title>
            </head>
            <body>
            <h1>\(EscapedText.of(title))</h1>
            <p>This is a sandbox on your own machine. Nobody is asked for a password.</p>
            \(body)
            </body>
            </html>

            """
        // No form-action: some browsers hold redirects after a form to it, and the client's address is another one.
        let policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
        return .sandboxDocument(
            [UInt8](html.utf8), type: "text/html; charset=utf-8", status: status,
            headers: [
                ("Cache-Control", "no-store"), ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"),
            ])
    }

    /// The page at the issuer itself.
    static func front(issuer: String) -> SandboxPage {
        SandboxPage(
            "Sandbox provider",
            "<p>The issuer is <code>\(EscapedText.of(issuer))</code>. A device signs in <a href=\"device\">here</a>.</p>"
        )
    }

    /// The login page.
    static func login(
        handle: String, client: String, scopes: [String], users: [SandboxUser], hint: String?
    ) -> SandboxPage {
        SandboxPage(
            "Sign in",
            """
            <p><strong>\(EscapedText.of(client))</strong> asks for: \(EscapedText.of(scopes.joined(separator: ", "))).</p>
            <form method="post" action="authorize">
            <input type="hidden" name="login" value="\(EscapedText.of(handle))">
            \(fields(users, hint))
            </form>
            """)
    }

    /// The page where the code of a device is entered.
    static func device(userCode: String, users: [SandboxUser]) -> SandboxPage {
        SandboxPage(
            "Sign a device in",
            """
            <form method="post" action="device">
            <p><label>Code <input name="user_code" value="\(EscapedText.of(userCode))" autocomplete="off" required></label></p>
            \(fields(users, nil))
            </form>
            """)
    }

    /// What has come of it.
    static func done(_ text: String) -> SandboxPage {
        SandboxPage("Done", "<p>\(EscapedText.of(text))</p>")
    }

    /// What is wrong, for the person.
    static func problem(_ text: String) -> SandboxPage {
        SandboxPage("This does not work", "<p>\(EscapedText.of(text))</p>")
    }

    private static func fields(_ users: [SandboxUser], _ hint: String?) -> String {
        let names = users.map {
            "<option value=\"\(EscapedText.of($0.name))\">\(EscapedText.of($0.displayName))</option>"
        }
        return """
            <p><label>Name <input name="user" list="people" value="\(EscapedText.of(hint ?? users.first?.name ?? ""))"></label></p>
            <datalist id="people">\(names.joined())</datalist>
            <p><button name="decision" value="approve">Approve</button>
            <button name="decision" value="deny">Deny</button></p>
            """
    }
}
