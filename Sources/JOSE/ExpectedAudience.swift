import StrictJSON

/// Who a token must have been issued to.
///
/// There is no case for "anyone".
public enum ExpectedAudience: Sendable {
    /// The `aud` of an ID token for this client, alone or with others for whom the client is the authorized party
    /// (OpenID Connect Core, section 3.1.3.7, steps 3 to 5); or for one of several clients that are all ours.
    case client(identifier: String, or: [String] = [])
    /// An `aud` that names this recipient, alone or among others (RFC 7519, section 4.1.3).
    case recipient(String)

    /// The one of the expected audiences that the claims name.
    ///
    /// - Throws: `JOSEError` with code `audienceMismatch`, `claimMissing` or `claimInvalid`.
    func check(_ claims: JSONObject) throws(JOSEError) -> String {
        let audiences = try Self.audiences(in: claims)
        switch self {
        case .recipient(let name): return try Self.require(oneOf: [name], in: audiences)
        case .client(let identifier, let others):
            let clients = others.isEmpty ? [identifier] : [identifier] + others
            let client = try Self.require(oneOf: clients, in: audiences)
            try Self.requireAuthorizedParty(oneOf: clients, among: audiences, claims)
            return client
        }
    }

    private static func audiences(in claims: JSONObject) throws(JOSEError) -> [String] {
        guard let claim = claims["aud"] else { throw JOSEError(.claimMissing, "the token names no audience (aud)") }
        switch claim {
        case .string(let audience): return [audience]
        case .array(let values):
            let audiences = values.compactMap(\.string)
            guard audiences.count == values.count else {
                throw JOSEError(.claimInvalid, "aud holds a value that is not a string")
            }
            return audiences
        default: throw JOSEError(.claimInvalid, "aud is \(claim.kind), not a string or an array of strings")
        }
    }

    private static func require(oneOf expected: [String], in audiences: [String]) throws(JOSEError) -> String {
        for name in expected where !name.isEmpty && audiences.contains(where: { $0.hasSameBytes(as: name) }) {
            return name
        }
        let found = audiences.isEmpty ? "nobody" : audiences.map(\.quotedExcerpt).joined(separator: ", ")
        throw JOSEError(
            .audienceMismatch, "the token was issued to \(found) (aud), expected \(Self.alternatives(expected))")
    }

    private static func alternatives(_ names: [String]) -> String {
        names.map(\.quotedExcerpt).joined(separator: " or ")
    }

    private static func requireAuthorizedParty(
        oneOf clients: [String], among audiences: [String], _ claims: JSONObject
    ) throws(JOSEError) {
        switch claims["azp"] {
        case nil:
            guard audiences.count == 1 else {
                throw JOSEError(.audienceMismatch, "the token has several audiences and no authorized party (azp)")
            }
        case .string(let party)? where clients.contains { $0.hasSameBytes(as: party) }: break
        case .string(let party)?:
            throw JOSEError(
                .audienceMismatch,
                "the token's authorized party (azp) is \(party.quotedExcerpt), expected \(Self.alternatives(clients))")
        case let party?: throw JOSEError(.claimInvalid, "azp is \(party.kind), not a string")
        }
    }
}
