import Configuration
import OAuthClient
import Bridge
import Cryptography
import HTTPServer

/// The cookie that a browser is known by: one secret that binds sign-ins, forms and wrong codes to it.
struct BrowserCookie: Sendable {
    /// The secret.
    let secret: BrowserBinding
    /// Whether the browser brought it.
    let isKnown: Bool
    private let isSecure: Bool

    /// Reads the cookie of a request; makes up a new one where there is none.
    ///
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    init(_ request: IncomingRequest, generation: Generation, random: some RandomSource) throws(BridgeError) {
        // The prefix __Host- is only for https; without it no subdomain can set the cookie.
        isSecure = generation.configuration.issuer.text.hasPrefix("https:")
        if let found = Self.value(Self.name(isSecure: isSecure), in: request.http.headers)
            ?? Self.value(Self.crossSiteName, in: request.http.headers)
        {
            (secret, isKnown) = (found, true)
        } else {
            (secret, isKnown) = (try BrowserBinding(random: random), false)
        }
    }

    /// The browser as the verification pages know it.
    var session: BrowserSessionID? { BrowserSessionID(cookie: secret.secretText) }

    /// The field that sets the cookie.
    ///
    /// - Parameter sites: Which sites' requests bring it along.
    /// - Returns: The field.
    func field(_ sites: Sites = .own) -> HeaderFields.Field {
        let secure = isSecure ? "; Secure" : ""
        return switch sites {
        case .own:
            HeaderFields.Field(
                "Set-Cookie",
                "\(Self.name(isSecure: isSecure))=\(secret.secretText); Path=/; Max-Age=3600; HttpOnly; SameSite=Lax\(secure)"
            )
        case .all:
            HeaderFields.Field(
                "Set-Cookie",
                "\(Self.crossSiteName)=\(secret.secretText); Path=/; Max-Age=600; HttpOnly; SameSite=None; Secure")
        }
    }

    /// Which sites' requests bring a cookie along.
    enum Sites: Sendable {
        /// Our own, and links from anywhere.
        case own
        /// All: for providers that answer by a form from their own site.
        case all
    }

    private static let crossSiteName = "__Host-bridge-return"

    static func name(isSecure: Bool) -> String { isSecure ? "__Host-bridge" : "bridge" }

    /// The value of a cookie that is there once and has our form.
    private static func value(_ name: String, in headers: HeaderFields) -> BrowserBinding? {
        let values = headers.values("Cookie").flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .compactMap { pair -> String? in
                let text = String(Substring(pair)).drop { $0 == " " }
                guard text.utf8.starts(with: "\(name)=".utf8) else { return nil }
                return String(text.dropFirst(name.count + 1))
            }
        guard values.count == 1 else { return nil }
        return BrowserBinding(cookie: values[0])
    }
}
