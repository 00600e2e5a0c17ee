import HTTPServer
import OAuthClient
import StrictJSON

extension StrictIdentityToolkit {
    private static let federatedMembers = [
        "requestUri", "postBody", "returnSecureToken", "returnIdpCredential", "idToken", "pendingToken", "sessionId",
        "tenantId", "autoCreate",
    ]

    /// What a provider that the project does not know is refused with, as it was recorded.
    private static let unknownProvider = GoogleFault.toolkit(
        "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")

    /// `accounts:signInWithIdp`: no provider is set up in the project, so that nobody is signed in by one.
    func signInWithProvider(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: Self.federatedMembers)
        _ = try tenant(body["tenantId"])
        // These two are the emulator's names; production was not asked.
        guard let address = body["requestUri"]?.string, !address.isEmpty else {
            throw GoogleFault.toolkit("MISSING_REQUEST_URI")
        }
        guard Self.isAbsoluteURI(address) else { throw GoogleFault.toolkit("INVALID_REQUEST_URI") }
        let text = body["postBody"]?.string ?? ""
        // Two parameters of one name are refused too: which of them counts was not recorded.
        let form = try? FormParameters(parsing: [UInt8](text.utf8))
        guard let provider = form?["providerId"], !provider.isEmpty,
            ["id_token", "access_token", "code"].contains(where: { form?[$0]?.isEmpty == false })
        else {
            throw GoogleFault.toolkit(
                "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(address)?\(text)")
        }
        if body["idToken"] != nil { _ = try ownAccount(body) }
        throw Self.unknownProvider
    }

    /// `accounts:createAuthUri`, in a project that protects its users from having their addresses tried out.
    func createAuthURI(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request, known: ["identifier", "continueUri", "providerId", "sessionId", "tenantId"])
        _ = try tenant(body["tenantId"])
        guard body["providerId"] == nil else { throw Self.unknownProvider }
        guard let identifier = body["identifier"]?.string, !identifier.isEmpty else {
            throw GoogleFault.toolkit("MISSING_IDENTIFIER")
        }
        guard let address = body["continueUri"]?.string, !address.isEmpty else {
            throw GoogleFault.toolkit("MISSING_CONTINUE_URI")
        }
        guard AccountChange.isEmail(identifier) else { throw GoogleFault.toolkit("INVALID_IDENTIFIER") }
        guard Self.isAbsoluteURI(address) else { throw GoogleFault.toolkit("INVALID_CONTINUE_URI") }
        let sessionID = try StrictIAM.faulting { () throws(SandboxError) in try source.unguessable() }
        return .sandboxJSON(
            .of(["kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": .string(sessionID)]))
    }

    /// `accounts:revokeToken`, of version 2: that of a provider which the project does not know.
    func revokeToken(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: ["providerId", "tokenType", "token", "idToken", "tenantId"])
        _ = try ownAccount(body)
        throw Self.unknownProvider
    }

    /// Whether a text begins with a scheme (RFC 3986, section 4.3) and holds nothing that no address does.
    private static func isAbsoluteURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let (scheme, rest) = (text[..<colon], text[colon...].dropFirst())
        return scheme.first?.isLetter == true && !rest.isEmpty
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            && rest.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
