import JOSE
import HTTPServer
import Cryptography
import OAuthClient
import StrictJSON

extension SandboxProvider {
    /// The client that a request comes from, which has proven it as its registration demands (RFC 6749, section 2.3).
    func authenticatedClient(_ request: SandboxRequest, _ form: FormParameters) throws(OAuthFault) -> SandboxClient {
        let (identifier, secret) = try credentials(request, form)
        guard let client = client(identifier) else { throw OAuthFault.invalidClient }
        switch (client.secret, secret) {
        case (nil, nil): return client
        case (let own?, let given?) where ConstantTime.areEqual(own.secretText, given): return client
        default: throw OAuthFault.invalidClient
        }
    }

    private func credentials(
        _ request: SandboxRequest, _ form: FormParameters
    ) throws(OAuthFault) -> (String, String?) {
        let named = form["client_id"]
        guard let field = request.headers["Authorization"] else {
            guard let named else { throw OAuthFault.invalidClient }
            return (named, form["client_secret"])
        }
        guard form["client_secret"] == nil else {
            throw OAuthFault.invalidRequest("the client proves itself in two ways at once")
        }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let decoded = StandardBase64.decode(String(parts[1])),
            let colon = decoded.firstIndex(of: UInt8(ascii: ":")),
            let identifier = FormURLEncoding.decode(decoded[..<colon]),
            let secret = FormURLEncoding.decode(decoded[(colon + 1)...])
        else { throw OAuthFault.invalidClient }
        guard named?.hasSameBytes(as: identifier) ?? true else {
            throw OAuthFault.invalidRequest("client_id is not the client that proves itself")
        }
        return (identifier, secret)
    }

    /// The form of a request.
    func form(_ request: SandboxRequest) throws(OAuthFault) -> FormParameters {
        guard let form = request.form else {
            throw OAuthFault.invalidRequest("the body is no form, is malformed, or has a parameter twice")
        }
        return form
    }

    /// The time.
    func now() throws(OAuthFault) -> Int64 {
        do throws(SandboxError) {
            return try source.now()
        } catch {
            throw OAuthFault(error)
        }
    }

    /// A text that nobody guesses.
    func unguessable(_ prefix: String) throws(OAuthFault) -> String {
        do throws(SandboxError) {
            return try source.unguessable(prefix)
        } catch {
            throw OAuthFault(error)
        }
    }

    /// The scopes of a request that the sandbox knows.
    static func scopes(_ text: String?) -> [String] {
        let known = ["openid", "email", "profile", "offline_access"]
        return (text ?? "openid").split(separator: " ").map(String.init).filter { scope in
            known.contains { $0.hasSameBytes(as: scope) }
        }
    }
}
