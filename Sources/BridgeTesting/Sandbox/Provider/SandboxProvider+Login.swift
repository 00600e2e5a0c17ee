import Threads
import HTTPServer
import OAuthClient
import StrictJSON

extension SandboxProvider {
    /// The page for a request for authorization (RFC 6749, section 4.1.1).
    func loginPage(_ request: SandboxRequest) -> ServerResponse {
        do throws(LoginFault) {
            let (handle, login) = try pendingLogin(request.query)
            return SandboxPage.login(
                handle: handle, client: login.client.identifier, scopes: login.scopes, users: users,
                hint: login.loginHint
            ).response()
        } catch {
            return error.response(issuer: issuer)
        }
    }

    /// Checks a request for authorization and remembers it.
    ///
    /// Faults of the client or its address are told to the person, all others to the client (RFC 6749, section 4.1.2.1).
    func pendingLogin(_ query: FormParameters?) throws(LoginFault) -> (handle: String, PendingLogin) {
        guard let query else { throw .toPerson("The request is malformed, or has a parameter twice.") }
        guard let client = query["client_id"].flatMap({ client($0) }) else {
            throw .toPerson("The client is not registered here.")
        }
        guard let address = query["redirect_uri"], client.allows(redirectURI: address) else {
            throw .toPerson("The redirect address is not registered for this client.")
        }
        let state = query["state"]
        func refuse(_ error: String, _ description: String) -> LoginFault {
            .toClient(OAuthFault(error, description), address: address, state: state)
        }
        guard query["response_type"] == "code" else {
            throw refuse("unsupported_response_type", "response_type must be code")
        }
        guard query["response_mode"] ?? "query" == "query" else {
            throw refuse("invalid_request", "response_mode must be query")
        }
        guard query["request"] == nil else {
            throw refuse("request_not_supported", "request objects are not supported")
        }
        guard query["request_uri"] == nil else {
            throw refuse("request_uri_not_supported", "request objects are not supported")
        }
        guard query["prompt"] != "none" else { throw refuse("login_required", "nobody is signed in") }
        let challenge = query["code_challenge"]
        guard challenge != nil || client.secret != nil else {
            throw refuse("invalid_request", "a public client needs a code_challenge")
        }
        if let challenge {
            guard query["code_challenge_method"] == "S256", challenge.utf8.count == 43 else {
                throw refuse("invalid_request", "code_challenge_method must be S256, and the challenge its result")
            }
        }
        let now: Int64
        let handle: String
        do throws(SandboxError) {
            now = try source.now()
            handle = try source.unguessable()
        } catch {
            throw refuse("server_error", error.reason)
        }
        let login = PendingLogin(
            client: client, redirectURI: address, state: state, scopes: Self.scopes(query["scope"]),
            nonce: query["nonce"], challenge: challenge, loginHint: query["login_hint"],
            expiration: now + lifetimes.page)
        self.state.withLock { $0.logins[TextKey(handle)] = login }
        return (handle, login)
    }

    /// What the person answers to the page.
    func loginAnswer(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        let now = try now()
        let decision = form["decision"]
        guard decision == "approve" || decision == "deny" else {
            throw OAuthFault.invalidRequest("decision must be approve or deny")
        }
        let user = form["user"].flatMap { self.user($0) }
        guard user != nil || decision == "deny" else {
            return SandboxPage.problem("There is no such person here.").response(status: 400)
        }
        // Taken out, so that a page can be answered once.
        guard let handle = form["login"],
            let login = state.withLock({ $0.logins.removeValue(forKey: TextKey(handle)) }), now < login.expiration
        else { return SandboxPage.problem("This page was answered already, or is too old.").response(status: 400) }
        let address = try decide(login, decision == "approve" ? user : nil, now: now)
        return .sandboxRedirect(to: address)
    }

    /// Where the browser is sent with the decision; nil for the user is a denial.
    func decide(_ login: PendingLogin, _ user: SandboxUser?, now: Int64) throws(OAuthFault) -> String {
        guard let user else {
            return LoginFault.toClient(
                OAuthFault("access_denied", "the person has declined"), address: login.redirectURI, state: login.state
            ).redirect(issuer: issuer) ?? issuer
        }
        let code = try unguessable("code-")
        let grant = SandboxGrant(
            client: login.client, user: user, scopes: login.scopes, nonce: login.nonce, authenticationTime: now,
            family: try unguessable(""))
        let handedOut = HandedOutCode(
            grant: grant, redirectURI: login.redirectURI, challenge: login.challenge,
            expiration: now + lifetimes.code)
        state.withLock { $0.codes[TextKey(code)] = handedOut }
        return LoginFault.address(
            login.redirectURI, [("code", code), ("state", login.state), ("iss", issuer)])
    }

    /// Answers a request for authorization as a person would, for programs without one.
    ///
    /// - Parameters:
    ///   - request: The address that a browser would open.
    ///   - name: Who signs in; nil declines.
    /// - Returns: Where the browser would be sent.
    /// - Throws: `SandboxError` with code `unknown` for a person who is unknown, or `refused` where the provider shows
    ///   the person an error.
    public func answer(authorizationRequest request: String, as name: String?) throws(SandboxError) -> String {
        let user = name.flatMap { self.user($0) }
        guard name == nil || user != nil else { throw SandboxError(.unknown, "there is no such person here") }
        let query = request.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        do throws(LoginFault) {
            let (handle, login) = try pendingLogin(try? FormParameters(parsing: query))
            state.withLock { _ = $0.logins.removeValue(forKey: TextKey(handle)) }
            return try decided(login, user)
        } catch {
            guard let address = error.redirect(issuer: issuer) else { throw SandboxError(.refused, error.text) }
            return address
        }
    }

    private func decided(_ login: PendingLogin, _ user: SandboxUser?) throws(LoginFault) -> String {
        do throws(OAuthFault) {
            return try decide(login, user, now: now())
        } catch {
            throw .toPerson(error.description)
        }
    }
}

/// Why a request for authorization is refused, and who is told.
enum LoginFault: Error, Sendable {
    case toPerson(String)
    case toClient(OAuthFault, address: String, state: String?)

    /// What is wrong.
    var text: String {
        switch self {
        case .toPerson(let text): text
        case .toClient(let fault, _, _): fault.description
        }
    }

    /// Where the browser is sent; nil where only the person is told.
    func redirect(issuer: String) -> String? {
        guard case .toClient(let fault, let address, let state) = self else { return nil }
        return Self.address(
            address,
            [("error", fault.error), ("error_description", fault.description), ("state", state), ("iss", issuer)])
    }

    func response(issuer: String) -> ServerResponse {
        redirect(issuer: issuer).map { .sandboxRedirect(to: $0) } ?? SandboxPage.problem(text).response(status: 400)
    }

    /// An address with parameters, without those that are nil.
    static func address(_ address: String, _ parameters: [(String, String?)]) -> String {
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(FormURLEncoding.encode($0))" } }
        return address + (address.contains("?") ? "&" : "?") + pairs.joined(separator: "&")
    }
}
