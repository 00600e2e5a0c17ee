/// Where the facts about an account are, after the configuration has been heard.
struct ResolvedMembers: Sendable {
    let subject: SubjectRule
    let email: EmailRule
    let tenantEmail: PresetConfiguration.TenantEmailPolicy
    let name: [[JSONPath]]
    let picture: PictureRule

    init(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration, _ issuers: ResolvedPreset.AcceptedIssuers
    ) throws(ProviderError) {
        let members = configuration.members
        if !preset.isGeneric,
            [members.email, members.emailVerified, members.name, members.picture].contains(where: { $0 != nil })
        {
            throw ProviderError(
                .optionNotApplicable, "where \(preset.displayName) describes an account is known and not configured")
        }
        subject = try Self.subject(preset, configuration)
        email = Self.email(preset, members)
        name = members.name.map { [[$0]] } ?? preset.name
        picture = members.picture.map { .members([$0]) } ?? preset.picture
        tenantEmail = configuration.tenantEmail
        try Self.checkTenantEmail(preset, configuration, issuers)
    }

    private static func subject(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration
    ) throws(ProviderError) -> SubjectRule {
        var rule = preset.subject
        switch configuration.microsoftSubject {
        case .perClient: break
        case .tenantAndObject:
            guard preset.issuer == .microsoft else {
                throw ProviderError(.optionNotApplicable, "\(preset.displayName) has no tenant and object identifiers")
            }
            rule.paths = [JSONPath("tid"), JSONPath("oid")]
            rule.reading = .joinedGUIDs
            rule.scope = .organization
        }
        switch (rule.paths.isEmpty, configuration.members.subject) {
        case (true, let path?):
            guard path != configuration.members.email else {
                throw ProviderError(
                    .memberPathInvalid, "\(path) is the e-mail address, which never names an account (PRV-30)")
            }
            rule.paths = [path]
        case (true, nil):
            throw ProviderError(
                .memberPathInvalid, "\(preset.displayName) needs the member that names the account; there is no default"
            )
        case (false, nil): break
        case (false, _?):
            throw ProviderError(
                .optionNotApplicable, "which member names an account of \(preset.displayName) is known, not configured")
        }
        return rule
    }

    private static func email(_ preset: ProviderPreset, _ members: PresetConfiguration.Members) -> EmailRule {
        var rule = preset.email
        if let address = members.email ?? rule.candidates.first?.address {
            // The preset's flags speak of the preset's address, and of no other (PRV-31).
            let known = rule.candidates.first { $0.address == address }?.flags ?? []
            let flags = members.emailVerified.map { [$0] } ?? known
            if members.email != nil || members.emailVerified != nil {
                rule.candidates = [EmailRule.Candidate(address: address, flags: flags)]
            }
        }
        return rule
    }

    private static func checkTenantEmail(
        _ preset: ProviderPreset, _ configuration: PresetConfiguration, _ issuers: ResolvedPreset.AcceptedIssuers
    ) throws(ProviderError) {
        guard configuration.tenantEmail == .trustTenantEmail, !preset.isGeneric else { return }
        if case .microsoft(let tenant) = issuers, tenant.isSingle { return }
        throw ProviderError(
            .optionNotApplicable,
            "trustTenantEmail is for providers with one tenant of your own; these are anybody's accounts")
    }
}
