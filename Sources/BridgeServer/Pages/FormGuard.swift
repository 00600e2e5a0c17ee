import Bridge
import Cryptography
import HTTPServer
import OAuthClient
import Pages
import StrictJSON

/// Lets only forms of our own pages in, sent by the browser that they were shown to.
struct FormGuard: Sendable {
    let cookie: BrowserCookie

    /// The token of a form that decides nothing yet, for one purpose: it follows from the cookie, which nobody else
    /// knows.
    func token(_ purpose: String) throws(BridgeError) -> String {
        do throws(CryptographyError) {
            return try SHA256Digest(of: [UInt8]("form:\(purpose):\(cookie.secret.secretText)".utf8)).hexadecimal
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }

    /// Returns if a form has the token.
    ///
    /// - Throws: `BridgeError` with code `stateInvalid`.
    func require(_ purpose: String, in form: TokenRequestParameters) throws(BridgeError) {
        let expected = try token(purpose)
        guard cookie.isKnown, let found = form[FormField.token.rawValue],
            ConstantTime.areEqual([UInt8](found.utf8), [UInt8](expected.utf8))
        else { throw Self.foreign }
    }

    /// Returns if a request does not come from a page of another site, as far as the browser tells.
    ///
    /// - Throws: `BridgeError` with code `stateInvalid`.
    static func requireOwnSite(_ request: ServerRequest, issuer: String) throws(BridgeError) {
        // All of them: a field that is there twice is not as good as one that is absent.
        for site in request.headers.values("Sec-Fetch-Site") where !["same-origin", "none"].contains(site) {
            throw foreign
        }
        // Browsers tell the origin of a form; for pages without referrer, as ours are, they write `null`. The host that
        // the browser has asked is ours too, where the service is reached by another name than its issuer's.
        let issuerOrigin = issuer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).prefix(3)
            .map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "/")
        let host = request.headers["Host"].map { ["http://\($0)", "https://\($0)"] } ?? []
        let own = ["null", issuerOrigin] + host
        for origin in request.headers.values("Origin")
        where !own.contains(where: { $0.hasSameBytes(as: origin) }) {
            throw foreign
        }
    }

    private static var foreign: BridgeError {
        BridgeError(.stateInvalid, "the form does not belong to this browser; begin again")
    }
}
