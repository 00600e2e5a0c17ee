import Threads
import HTTPServer
import OAuthClient
import StrictJSON

extension SandboxProvider {
    private static let letters = [UInt8]("BCDFGHJKLMNPQRSTVWXZ".utf8)

    /// The device authorization endpoint (RFC 8628, section 3.1).
    func deviceAuthorization(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        let client = try authenticatedClient(request, form)
        let deviceCode = try unguessable("device-")
        let userCode = try freshUserCode()
        let login = DeviceLogin(
            client: client, userCode: userCode, scopes: Self.scopes(form["scope"]), nonce: form["nonce"],
            expiration: try now() + lifetimes.deviceCode, interval: lifetimes.interval)
        state.withLock { $0.devices[TextKey(deviceCode)] = login }
        return .sandboxJSON(
            .of([
                "device_code": .string(deviceCode), "user_code": .string(userCode),
                "verification_uri": .string("\(issuer)/device"),
                "verification_uri_complete": .string("\(issuer)/device?user_code=\(userCode)"),
                "expires_in": .integer(lifetimes.deviceCode), "interval": .integer(lifetimes.interval),
            ]))
    }

    private func freshUserCode() throws(OAuthFault) -> String {
        do throws(SandboxError) {
            let letters = try source.bytes(8).map { Self.letters[Int($0) % Self.letters.count] }
            return String(decoding: letters[..<4] + [UInt8(ascii: "-")] + letters[4...], as: UTF8.self)
        } catch {
            throw OAuthFault(error)
        }
    }

    /// The page where a person enters the code.
    func devicePage(_ request: SandboxRequest) -> ServerResponse {
        SandboxPage.device(userCode: request.query?["user_code"] ?? "", users: users).response()
    }

    /// What the person answers there.
    func deviceAnswer(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        let decision = form["decision"]
        guard decision == "approve" || decision == "deny" else {
            throw OAuthFault.invalidRequest("decision must be approve or deny")
        }
        do throws(SandboxError) {
            try answer(userCode: form["user_code"] ?? "", as: decision == "approve" ? form["user"] ?? "" : nil)
        } catch {
            return SandboxPage.problem("The code or the person is not known here.").response(status: 400)
        }
        return SandboxPage.done(decision == "approve" ? "The device is signed in." : "The device was turned away.")
            .response()
    }

    /// Answers the code of a device as a person would, for programs without one.
    ///
    /// - Parameters:
    ///   - userCode: The code; only its letters count, small or large.
    ///   - name: Who signs in; nil declines.
    /// - Throws: `SandboxError` with code `unknown` for a code that waits for nobody, or a person who is unknown.
    public func answer(userCode: String, as name: String?) throws(SandboxError) {
        let user = name.flatMap { self.user($0) }
        guard name == nil || user != nil else { throw SandboxError(.unknown, "there is no such person here") }
        let now = try source.now()
        let family = try source.unguessable()
        let asked = Self.lettersOnly(userCode)
        let isFound = state.withLock { state in
            let key = state.devices.first { _, login in
                guard case .pending = login.decision, now < login.expiration else { return false }
                return Self.lettersOnly(login.userCode) == asked
            }?.key
            guard let key, let login = state.devices[key] else { return false }
            let grant = user.map { user in
                SandboxGrant(
                    client: login.client, user: user, scopes: login.scopes, nonce: login.nonce,
                    authenticationTime: now, family: family)
            }
            state.devices[key]?.decision = grant.map { .approved($0) } ?? .denied
            return true
        }
        guard isFound else { throw SandboxError(.unknown, "no device waits with this code") }
    }

    private static func lettersOnly(_ code: String) -> [UInt8] {
        code.utf8.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }.filter(letters.contains)
    }

    /// A poll of a device (RFC 8628, section 3.5).
    func deviceGrant(
        _ form: FormParameters, _ client: SandboxClient, _ now: Int64
    ) throws(OAuthFault) -> SandboxGrant {
        guard let code = form["device_code"] else { throw OAuthFault.invalidRequest("device_code is missing") }
        let key = TextKey(code)
        return try state.withLock { state throws(OAuthFault) in
            guard let login = state.devices[key], login.client.identifier.hasSameBytes(as: client.identifier) else {
                throw OAuthFault.invalidGrant("the device code is unknown, used already, or of another client")
            }
            guard now < login.expiration else { throw OAuthFault("expired_token", "the device code has expired") }
            switch login.decision {
            case .denied: throw OAuthFault("access_denied", "the person has declined")
            case .approved(let grant):
                state.devices[key] = nil
                return grant
            case .pending:
                let isTooSoon = login.lastPoll.map { now < $0 + login.interval } ?? false
                state.devices[key]?.lastPoll = now
                guard isTooSoon else {
                    throw OAuthFault("authorization_pending", "the person has not answered yet")
                }
                state.devices[key]?.interval += 5
                throw OAuthFault("slow_down", "the device polls too often; wait 5 s longer from now on")
            }
        }
    }
}
