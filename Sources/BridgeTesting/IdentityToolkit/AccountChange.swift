import StrictJSON

/// What `accounts` and `accounts:update` may say of an account.
struct AccountChange: Sendable {
    static let creationMembers = [
        "localId", "email", "emailVerified", "displayName", "photoUrl", "phoneNumber", "password", "disabled",
        "tenantId", "targetProjectId",
    ]
    static let updateMembers = [
        "localId", "customAttributes", "validSince", "disableUser", "linkProviderUserInfo", "deleteProvider",
        "deleteAttribute", "email", "emailVerified", "displayName", "photoUrl", "phoneNumber", "password", "mfa",
        "tenantId", "targetProjectId",
    ]
    private static let longestAttributes = 1000

    private let body: JSONObject

    init(_ body: JSONObject) {
        self.body = body
    }

    /// Changes an account among all others, or refuses and changes nothing.
    func apply(
        to account: inout ToolkitAccount, among others: [ToolkitPlace: ToolkitAccount]
    ) throws(GoogleFault) {
        var changed = account
        try changeIdentifiers(&changed, others)
        if let name = body["displayName"]?.string { changed.displayName = name }
        if let address = body["photoUrl"]?.string { changed.photoURL = address }
        if let isDisabled = (body["disableUser"] ?? body["disabled"])?.bool { changed.isDisabled = isDisabled }
        if let isVerified = body["emailVerified"]?.bool { changed.isEmailVerified = isVerified }
        if let password = body["password"]?.string {
            guard password.count >= 6 else {
                throw GoogleFault.toolkit("WEAK_PASSWORD : Password should be at least 6 characters")
            }
            changed.hasPassword = true
        }
        if let value = body["validSince"] {
            guard let time = value.integer ?? value.string.flatMap({ Int64($0) }) else {
                throw GoogleFault.invalidArgument("Invalid value at 'valid_since' (TYPE_INT64)")
            }
            changed.validSince = time
        }
        try changeAttributes(&changed)
        try changeProviders(&changed)
        try changeFactors(&changed)
        account = changed
    }

    private func changeIdentifiers(
        _ account: inout ToolkitAccount, _ others: [ToolkitPlace: ToolkitAccount]
    ) throws(GoogleFault) {
        let own = ToolkitPlace(account.uid, tenant: account.tenant)
        let rest = others.filter { $0.key != own && $0.key.tenant == own.tenant }.values
        if let email = body["email"]?.string {
            guard Self.isEmail(email) else { throw GoogleFault.toolkit("INVALID_EMAIL") }
            let isTaken = rest.contains { $0.email?.lowercased().hasSameBytes(as: email.lowercased()) == true }
            guard !isTaken else { throw GoogleFault.toolkit("EMAIL_EXISTS") }
            account.email = email
            account.isEmailVerified = false
        }
        if let number = body["phoneNumber"]?.string {
            guard number.utf8.first == UInt8(ascii: "+"), 8...16 ~= number.utf8.count,
                number.utf8.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
            else { throw GoogleFault.toolkit("INVALID_PHONE_NUMBER : Invalid format.") }
            let isTaken = rest.contains { $0.phoneNumber?.hasSameBytes(as: number) == true }
            guard !isTaken else { throw GoogleFault.toolkit("PHONE_NUMBER_EXISTS") }
            account.phoneNumber = number
        }
    }

    /// Whether a text has the form of an e-mail address.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    }

    private func changeAttributes(_ account: inout ToolkitAccount) throws(GoogleFault) {
        if let value = body["customAttributes"] {
            guard let text = value.string, let claims = try? JSONObject(parsing: [UInt8](text.utf8), limits: .document)
            else { throw GoogleFault.toolkit("INVALID_CLAIMS") }
            guard text.count <= Self.longestAttributes else { throw GoogleFault.toolkit("CLAIMS_TOO_LARGE") }
            if let forbidden = claims.names.first(where: CustomTokenRules.isReserved) {
                throw GoogleFault.toolkit("FORBIDDEN_CLAIM : \(forbidden)")
            }
            account.customAttributes = text
        }
        for attribute in (body["deleteAttribute"]?.array ?? []).compactMap(\.string) {
            switch attribute {
            case "DISPLAY_NAME": account.displayName = nil
            case "PHOTO_URL": account.photoURL = nil
            case "EMAIL": (account.email, account.isEmailVerified) = (nil, false)
            case "PASSWORD": account.hasPassword = false
            default: throw GoogleFault.invalidArgument("Invalid value at 'delete_attribute' (TYPE_ENUM)")
            }
        }
    }

    private func changeProviders(_ account: inout ToolkitAccount) throws(GoogleFault) {
        if let link = body["linkProviderUserInfo"]?.object {
            guard let provider = link["providerId"]?.string, !provider.isEmpty else {
                throw GoogleFault.toolkit("MISSING_PROVIDER_ID")
            }
            guard let rawID = link["rawId"]?.string, !rawID.isEmpty else { throw GoogleFault.toolkit("MISSING_RAW_ID") }
            account.providers.removeAll { $0.providerID.hasSameBytes(as: provider) }
            account.providers.append(
                ToolkitAccount.LinkedProvider(
                    providerID: provider, rawID: rawID, email: link["email"]?.string,
                    displayName: link["displayName"]?.string, photoURL: link["photoUrl"]?.string))
        }
        for provider in (body["deleteProvider"]?.array ?? []).compactMap(\.string) {
            account.providers.removeAll { $0.providerID.hasSameBytes(as: provider) }
            if provider.hasSameBytes(as: "phone") { account.phoneNumber = nil }
        }
    }

    private func changeFactors(_ account: inout ToolkitAccount) throws(GoogleFault) {
        guard let factors = body["mfa"]?.object else { return }
        let enrollments = (factors["enrollments"]?.array ?? []).compactMap(\.object)
        guard !enrollments.contains(where: { $0["totpInfo"] != nil }) else {
            throw GoogleFault.toolkit("UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment")
        }
        account.hasSecondFactor = !enrollments.isEmpty
    }
}
