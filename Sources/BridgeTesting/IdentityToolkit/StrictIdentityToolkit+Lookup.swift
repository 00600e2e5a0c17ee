import Threads
import HTTPServer
import StrictJSON

extension StrictIdentityToolkit {
    /// The account of an ID token, which a client asks for with its own.
    func ownAccount(_ body: JSONObject) throws(GoogleFault) -> ToolkitAccount {
        let tenant = try tenant(body["tenantId"])
        guard let text = body["idToken"]?.string, !text.isEmpty else { throw GoogleFault.toolkit("MISSING_ID_TOKEN") }
        guard let token = readIDToken(text, now: try iam.currentTime()) else {
            throw GoogleFault.toolkit("INVALID_ID_TOKEN")
        }
        if let tenant {
            guard token.tenant?.hasSameBytes(as: tenant) == true else {
                throw GoogleFault.toolkit("TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.")
            }
        }
        if let own = token.tenant { try checkTenant(own, GoogleFault.toolkit) }
        guard let account = state.withLock({ $0.accounts[ToolkitPlace(token.uid, tenant: token.tenant)] }) else {
            throw GoogleFault.toolkit("USER_NOT_FOUND")
        }
        guard !account.isDisabled else { throw GoogleFault.toolkit("USER_DISABLED") }
        guard token.authenticationTime >= account.validSince else { throw GoogleFault.toolkit("TOKEN_EXPIRED") }
        return account
    }

    /// `accounts:lookup` by a client.
    func lookUpOwn(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: ["idToken", "tenantId", "delegatedProjectNumber"])
        return Self.found([try ownAccount(body)])
    }

    private static let lookupMembers = [
        "localId", "email", "phoneNumber", "federatedUserId", "initialEmail", "tenantId", "targetProjectId",
    ]

    /// `accounts:lookup` by an administrator.
    func lookUp(_ request: SandboxRequest, tenant: String?) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: Self.lookupMembers)
        func texts(_ name: String) -> [String] { (body[name]?.array ?? []).compactMap(\.string) }
        let uids = texts("localId")
        let emails = (texts("email") + texts("initialEmail")).map { $0.lowercased() }
        let numbers = texts("phoneNumber")
        let federated = (body["federatedUserId"]?.array ?? []).compactMap(\.object)
        // A request for nobody is told so; how is not recorded.
        guard !(uids + emails + numbers).isEmpty || !federated.isEmpty else {
            throw GoogleFault.toolkit("MISSING_LOCAL_ID")
        }
        let accounts = state.withLock { state in
            state.accounts.filter { $0.key.tenant == tenant.map { TextKey($0) } }.map(\.value)
        }
        let found = accounts.filter { account in
            uids.contains { $0.hasSameBytes(as: account.uid) }
                || emails.contains { $0.hasSameBytes(as: account.email?.lowercased() ?? "") }
                || numbers.contains { $0.hasSameBytes(as: account.phoneNumber ?? "") }
                || federated.contains { identifier in
                    account.providers.contains {
                        identifier["providerId"] == .string($0.providerID) && identifier["rawId"] == .string($0.rawID)
                    }
                }
        }
        return Self.found(found.sorted { $0.uid < $1.uid })
    }

    /// Without `users` where nobody was found.
    private static func found(_ accounts: [ToolkitAccount]) -> ServerResponse {
        .sandboxJSON(
            .of([
                "kind": "identitytoolkit#GetAccountInfoResponse",
                "users": accounts.isEmpty ? nil : .array(accounts.map { .object($0.json) }),
            ]))
    }
}
