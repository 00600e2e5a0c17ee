import Configuration
import JOSE
import Operations
import Providers
import Bridge
import Failures
import HTTPServer
import OAuthClient
import Pages
import StrictJSON

/// The verification pages of the device grant (RFC 8628, section 3.3): code, question, provider.
///
/// Nothing is decided by GET. Each step is a form of the page before, bound to the browser that it was shown to.
struct DevicePages: Sendable {
    let service: BridgeService
    let generation: Generation

    private static let entry = "device"

    /// Answers a request.
    func response(to request: IncomingRequest) async throws -> ServerResponse {
        let answers = PageAnswers(generation: generation, request: request)
        if request.match.route == .deviceOutcome { return outcome(request, answers) }
        let cookie = try BrowserCookie(request, generation: generation, random: service.resources.random)
        guard request.http.method == "POST" else {
            let code = try? FormParameters(parsing: [UInt8]((request.http.query ?? "").utf8))["user_code"]
            return try entryPage(answers, cookie, code: code)
        }
        try FormGuard.requireOwnSite(request.http, issuer: generation.configuration.issuer.text)
        let form = try TokenRequestParameters(
            contentType: request.http.headers.values("Content-Type"), body: request.http.body)
        let code: UserCode
        do throws(BridgeError) {
            code = try UserCode(parsing: form[FormField.userCode.rawValue] ?? "")
        } catch {
            guard error == BridgeError(.userCodeInvalid, "") else { throw error }
            return try entryPage(answers, cookie, code: form[FormField.userCode.rawValue], fault: .invalid)
        }
        guard cookie.isKnown, let session = cookie.session else {
            throw BridgeError(.stateInvalid, "the browser brought no cookie of ours; open the page again")
        }
        let origin = VerificationOrigin(network: request.caller.network, browserSession: session)
        do throws(BridgeError) {
            guard let decision = form[FormField.decision.rawValue] else {
                try FormGuard(cookie: cookie).require(Self.entry, in: form)
                let pending = try await generation.deviceGrant.session(for: code, from: origin)
                return try confirmationPage(pending, request, answers, cookie)
            }
            let confirmed = try await generation.deviceGrant.confirm(
                code, formToken: ConfirmationFormToken(form[FormField.token.rawValue] ?? ""), from: origin)
            return try await decided(decision, confirmed, code, form, answers, cookie)
        } catch {
            return try refused(error, answers, cookie, code)
        }
    }

    private func outcome(_ request: IncomingRequest, _ answers: PageAnswers) -> ServerResponse {
        switch request.match.variable {
        case "done"?: return answers.page(OutcomePage(.signedIn))
        case "denied"?: return answers.page(OutcomePage(.rejected))
        default: return answers.problem(Failure(BridgeError(.requestInvalid, "there is no such page")), status: 404)
        }
    }

    private func entryPage(
        _ answers: PageAnswers, _ cookie: BrowserCookie, code: String?, fault: CodeEntryPage.Fault? = nil
    ) throws -> ServerResponse {
        answers.page(
            CodeEntryPage(
                form: try form(answers, token: FormGuard(cookie: cookie).token(Self.entry)), userCode: code,
                fault: fault),
            cookie: cookie)
    }

    private func confirmationPage(
        _ pending: PendingDeviceSession, _ request: IncomingRequest, _ answers: PageAnswers, _ cookie: BrowserCookie
    ) throws(BridgeError) -> ServerResponse {
        let now: Int64
        do {
            now = try service.resources.clock.now().secondsSinceEpoch
        } catch {
            throw BridgeError(.storeUnavailable, error.reason)
        }
        let isSame = request.caller.network.text.hasSameBytes(as: pending.network)
        return answers.page(
            ConfirmationPage(
                form: try form(
                    answers, token: pending.formToken.secretText,
                    hidden: [PageForm.HiddenField(FormField.userCode.rawValue, pending.userCode.secretText)]),
                userCode: pending.userCode.secretText,
                clientName: generation.displayName(ofClient: pending.clientID),
                age: max(0, now - pending.startedAt.secondsSinceEpoch),
                origin: isSame ? .sameNetwork(pending.network) : .otherNetwork(pending.network)), cookie: cookie)
    }

    private func decided(
        _ decision: String, _ confirmed: ConfirmedUserCode, _ code: UserCode, _ form: TokenRequestParameters,
        _ answers: PageAnswers, _ cookie: BrowserCookie
    ) async throws(BridgeError) -> ServerResponse {
        switch Decision(exactly: decision) {
        case .deny?:
            try await generation.deviceGrant.deny(confirmed)
            service.metrics.deviceSession(became: "denied")
            return .seeOther("\(generation.pathPrefix)/device/denied")
        case .approve?:
            let choices = try providers(for: confirmed)
            if choices.count == 1 {
                return try await onward(to: choices[0].provider.id, confirmed, answers, cookie)
            }
            if let chosen = form[FormField.provider.rawValue] {
                guard choices.contains(where: { $0.provider.id.hasSameBytes(as: chosen) }) else {
                    throw BridgeError(.providerNotAllowed, "this sign-in may not use \(chosen.quotedExcerpt)")
                }
                return try await onward(to: chosen, confirmed, answers, cookie)
            }
            return answers.page(
                ProviderChoicePage(
                    form: try self.form(
                        answers, token: form[FormField.token.rawValue] ?? "",
                        hidden: [
                            PageForm.HiddenField(FormField.userCode.rawValue, code.secretText),
                            PageForm.HiddenField(FormField.decision.rawValue, Decision.approve.rawValue),
                        ]),
                    clientName: generation.displayName(ofClient: confirmed.clientID),
                    choices: choices.map {
                        ProviderChoicePage.Choice(id: $0.provider.id, displayName: $0.provider.displayName)
                    }), cookie: cookie)
        case nil: throw BridgeError(.requestInvalid, "the form has a decision that is none")
        }
    }

    private func providers(for confirmed: ConfirmedUserCode) throws(BridgeError) -> [ProviderEntry] {
        let choices = generation.providerChoices(of: try generation.client(confirmed.clientID)).filter { entry in
            confirmed.providerID.map { $0.hasSameBytes(as: entry.provider.id) } ?? true
        }
        guard !choices.isEmpty else {
            throw BridgeError(.providerNotAllowed, "there is no provider to sign in at any more")
        }
        return choices
    }

    private func onward(
        to provider: String, _ confirmed: ConfirmedUserCode, _ answers: PageAnswers, _ cookie: BrowserCookie
    ) async throws(BridgeError) -> ServerResponse {
        do {
            return try await SignInStart(service: service, generation: generation).page(
                at: provider, for: .device(confirmed), answers, cookie)
        } catch let error as BridgeError {
            throw error
        } catch {
            return service.failed(error, answers.request, generation)
        }
    }

    private func form(
        _ answers: PageAnswers, token: String, hidden: [PageForm.HiddenField] = []
    ) throws(BridgeError) -> PageForm {
        guard let action = answers.path(.device) else {
            throw BridgeError(.requestInvalid, "the path of the issuer cannot stand in a page")
        }
        return PageForm(action: action, token: FormToken(token), hidden: hidden)
    }

    /// What a person is told whose code is no good; other failures are for the caller.
    private func refused(
        _ error: BridgeError, _ answers: PageAnswers, _ cookie: BrowserCookie, _ code: UserCode
    ) throws -> ServerResponse {
        switch error.code {
        case .userCodeInvalid:
            service.metrics.userCodeFailed()
            return try entryPage(answers, cookie, code: code.secretText, fault: .invalid)
        case .rateLimited:
            service.note(error, answers.request)
            return answers.page(TooManyAttemptsPage(retryAfter: error.retryAfter), cookie: cookie)
        default: throw error
        }
    }
}
