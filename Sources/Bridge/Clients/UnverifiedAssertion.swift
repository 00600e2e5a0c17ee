import JOSE
import OAuthClient
import StrictJSON

/// An assertion taken apart (RFC 7523, section 3), of which nothing is believed.
struct UnverifiedAssertion: Sendable {
    let token: CompactJWS
    let claims: JSONObject

    /// Takes an assertion apart.
    ///
    /// - Parameters:
    ///   - assertion: The assertion.
    ///   - code: What it means when that cannot be done.
    /// - Throws: `BridgeError` with that code.
    init(_ assertion: ClientAssertion, refusal code: BridgeError.Code) throws(BridgeError) {
        do throws(JOSEError) {
            token = try CompactJWS(parsing: assertion.secretText)
        } catch {
            throw BridgeError(code, "the assertion is not exactly one JWT: \(error.reason)")
        }
        do {
            claims = try JSONObject(parsing: token.unverifiedPayload, limits: .token)
        } catch {
            throw BridgeError(code, "the payload of the assertion is unusable: \(error)")
        }
    }

    /// Who says to have signed it.
    var issuer: String? { claims["iss"]?.string }
    /// Whom it is about.
    var subject: String? { claims["sub"]?.string }

    /// Those of some names that its `aud` has.
    func audience(among names: [String]) -> String? {
        let audiences = claims["aud"].map { $0.array ?? [$0] } ?? []
        return names.first { name in audiences.contains { $0.string?.hasSameBytes(as: name) ?? false } }
    }
}

extension UnverifiedAssertion: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the assertion, which is a credential.
    var description: String { "assertion (redacted)" }
    /// The same as `description`.
    var debugDescription: String { description }
    /// An empty mirror.
    var customMirror: Mirror { Mirror(self, children: []) }
}
