import StrictJSON

extension EmailRule {
    /// The address in some answers and what it is worth; nil where there is none that is acceptable.
    ///
    /// An address and its flags are taken from one answer, the first that has all of them; without such an answer the
    /// first address counts, and its missing flags do not (PRV-31).
    func email(
        in answers: [JSONValue], _ policy: PresetConfiguration.TenantEmailPolicy
    ) -> ProviderProfile.Email? {
        var incomplete: ProviderProfile.Email?
        for candidate in candidates {
            for answer in answers {
                guard let address = candidate.address.value(in: answer)?.string, Self.isAddress(address) else {
                    continue
                }
                let values = candidate.flags.map { $0.value(in: answer) }
                let email = ProviderProfile.Email(
                    address: address, standing: standing(of: address, values.map(flag.read), in: answer, policy))
                guard values.contains(where: { $0 == nil }) else { return email }
                incomplete = incomplete ?? email
            }
        }
        return incomplete
    }

    private func standing(
        of address: String, _ readings: [VerificationFlag.Reading], in answer: JSONValue,
        _ policy: PresetConfiguration.TenantEmailPolicy
    ) -> ProviderProfile.Email.Standing {
        guard !readings.contains(.notVerified) else { return .unverified }
        let isClaimed = !readings.isEmpty && readings.allSatisfy { $0 == .verified }
        let isTrusted = policy == .trustTenantEmail
        switch trust {
        case .none, .asserted: return .unverified
        case .tenantsWord: return isTrusted ? .verified : .unverified
        case .verifiedClaim, .ownedDomainFlag: return isClaimed || isTrusted ? .verified : .unverified
        case .verifiedClaimGoogle:
            guard isClaimed else { return .unverified }
            return Self.isGoogles(address, in: answer) ? .authoritative : .verified
        }
    }

    /// Whether Google has the last word on an address: its own domain, or that of a hosted organization.
    private static func isGoogles(_ address: String, in answer: JSONValue) -> Bool {
        if let domain = answer.object?["hd"]?.string, !domain.isEmpty { return true }
        let domain = address.utf8.drop { $0 != UInt8(ascii: "@") }.map { 0x41...0x5A ~= $0 ? $0 + 32 : $0 }
        return domain.elementsEqual("@gmail.com".utf8)
    }

    /// Whether a text is one address: something, one `@`, something, and no blanks or control characters.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        let at = UInt8(ascii: "@")
        guard bytes.count <= ProviderProfile.maximumEmailBytes, bytes.first != at, bytes.last != at,
            bytes.reduce(0, { $0 + ($1 == at ? 1 : 0) }) == 1
        else { return false }
        return bytes.allSatisfy { 0x21...0x7E ~= $0 }
            || text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: false
                default: true
                }
            }
    }
}
