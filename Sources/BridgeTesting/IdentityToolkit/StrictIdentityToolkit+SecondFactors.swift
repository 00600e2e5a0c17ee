import HTTPServer
import StrictJSON
import Threads

extension StrictIdentityToolkit {
    private static let noTextMessages = GoogleFault.toolkit("OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
    private static let factorNotFound = GoogleFault.toolkit("MFA_ENROLLMENT_NOT_FOUND")
    private static let invalid = GoogleFault.invalidArgument("Request contains an invalid argument.")

    /// A method of version 2, which clients call with an API key.
    ///
    /// A custom token is never asked for a second factor, and its session can enroll none: nobody who signs in here has
    /// a pending credential or an enrollment under way, so that each one that is sent is unknown.
    func secondVersionAnswer(_ path: [String], _ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        guard request.method == "POST" else { throw StrictIAM.notFound }
        let method: (SandboxRequest) throws(GoogleFault) -> ServerResponse
        switch path.joined(separator: "/") {
        case "accounts/mfaSignIn:start": method = startSecondFactor
        case "accounts/mfaSignIn:finalize": method = finalizeSecondFactor
        case "accounts/mfaEnrollment:start": method = startEnrollment
        case "accounts/mfaEnrollment:finalize": method = finalizeEnrollment
        case "accounts/mfaEnrollment:withdraw": method = withdrawSecondFactor
        case "accounts:revokeToken": method = revokeToken
        default: throw StrictIAM.notFound
        }
        try checkAPIKey(request, Self.service)
        do throws(GoogleFault) {
            return try method(request)
        } catch {
            guard case .errors = error.form else { throw error }
            throw GoogleFault.secureToken(error.message)
        }
    }

    private func startSecondFactor(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request, known: ["mfaPendingCredential", "mfaEnrollmentId", "phoneSignInInfo", "tenantId"])
        _ = try tenant(body["tenantId"])
        try needTextMessages()
        guard Self.hasText("mfaPendingCredential", body) else {
            throw GoogleFault.toolkit("MISSING_MFA_PENDING_CREDENTIAL")
        }
        guard Self.hasText("mfaEnrollmentId", body) else { throw GoogleFault.toolkit("MISSING_MFA_ENROLLMENT_ID") }
        throw GoogleFault.toolkit("INVALID_PENDING_TOKEN")
    }

    private func finalizeSecondFactor(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request,
            known: [
                "mfaPendingCredential", "mfaEnrollmentId", "phoneVerificationInfo", "totpVerificationInfo", "tenantId",
            ])
        _ = try tenant(body["tenantId"])
        guard Self.hasText("mfaPendingCredential", body) else {
            throw GoogleFault.toolkit("MISSING_CREDENTIAL : Please set MFA Pending Credential.")
        }
        if let info = body["phoneVerificationInfo"]?.object { try refuseTextMessage(info) }
        guard let info = body["totpVerificationInfo"]?.object else { throw Self.invalid }
        guard Self.hasText("mfaEnrollmentId", body) else { throw GoogleFault.toolkit("MISSING_MFA_ENROLLMENT_ID") }
        guard Self.hasText("verificationCode", info) else { throw Self.invalid }
        throw GoogleFault.toolkit("INVALID_PENDING_TOKEN")
    }

    private func startEnrollment(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request, known: ["idToken", "phoneEnrollmentInfo", "totpEnrollmentInfo", "tenantId"])
        if body["phoneEnrollmentInfo"] != nil { try needTextMessages() }
        _ = try ownAccount(body)
        throw GoogleFault.toolkit("UNSUPPORTED_FIRST_FACTOR")
    }

    private func finalizeEnrollment(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request, known: ["idToken", "displayName", "phoneVerificationInfo", "totpVerificationInfo", "tenantId"])
        _ = try ownAccount(body)
        if let info = body["phoneVerificationInfo"]?.object { try refuseTextMessage(info) }
        guard let info = body["totpVerificationInfo"]?.object else { throw Self.invalid }
        guard Self.hasText("verificationCode", info) else { throw Self.invalid }
        guard Self.hasText("sessionInfo", info) else { throw GoogleFault.toolkit("MISSING_SESSION_INFO") }
        throw GoogleFault.toolkit("INVALID_SESSION_INFO")
    }

    private func withdrawSecondFactor(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: ["idToken", "mfaEnrollmentId", "tenantId"])
        let account = try ownAccount(body)
        guard let factor = body["mfaEnrollmentId"]?.string, !factor.isEmpty else {
            throw GoogleFault.toolkit("MISSING_MFA_ENROLLMENT_ID")
        }
        guard account.hasSecondFactor, factor.hasSameBytes(as: ToolkitAccount.secondFactorID) else {
            throw Self.factorNotFound
        }
        // Which tokens come then, and what becomes of those before, was not recorded: no test may rest on a guess.
        throw GoogleFault.status(501, "UNIMPLEMENTED", "This stand-in does not withdraw second factors.")
    }

    private func needTextMessages() throws(GoogleFault) {
        guard state.withLock({ $0.hasTextMessages }) else { throw Self.noTextMessages }
    }

    /// Refuses what was sent for a text message: none has ever gone out.
    private func refuseTextMessage(_ info: JSONObject) throws(GoogleFault) {
        try needTextMessages()
        guard Self.hasText("code", info) else { throw GoogleFault.toolkit("MISSING_CODE") }
        guard Self.hasText("sessionInfo", info) else { throw GoogleFault.toolkit("MISSING_SESSION_INFO") }
        throw GoogleFault.toolkit("INVALID_SESSION_INFO")
    }

    private static func hasText(_ name: String, _ object: JSONObject) -> Bool {
        object[name]?.string?.isEmpty == false
    }
}
