import StrictJSON

/// Who a token must have been issued to.
///
/// There is no case for "anyone".
public enum ExpectedAudience: Sendable {
    /// The `aud` of an ID token for this client, alone or with others for whom the client is the authorized party
    /// (OpenID Connect Core, section 3.1.3.7, steps 3 to 5).
    case client(identifier: String)
    /// An `aud` that names this recipient, alone or among others (RFC 7519, section 4.1.3).
    case recipient(String)

    /// Returns if the claims name the expected audience.
    ///
    /// - Throws: `JOSEError` with code `audienceMismatch`, `claimMissing` or `claimInvalid`.
    func check(_ claims: JSONObject) throws(JOSEError) {
        let audiences = try Self.audiences(in: claims)
        switch self {
        case .recipient(let name): try Self.require(name, in: audiences)
        case .client(let identifier):
            try Self.require(identifier, in: audiences)
            try Self.requireAuthorizedParty(identifier, among: audiences, claims)
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

    private static func require(_ expected: String, in audiences: [String]) throws(JOSEError) {
        guard !expected.isEmpty, audiences.contains(where: { $0.hasSameBytes(as: expected) }) else {
            let found = audiences.isEmpty ? "nobody" : audiences.map(\.quotedExcerpt).joined(separator: ", ")
            throw JOSEError(
                .audienceMismatch, "the token was issued to \(found) (aud), expected \(expected.quotedExcerpt)")
        }
    }

    private static func requireAuthorizedParty(
        _ client: String, among audiences: [String], _ claims: JSONObject
    ) throws(JOSEError) {
        switch claims["azp"] {
        case nil:
            guard audiences.count == 1 else {
                throw JOSEError(.audienceMismatch, "the token has several audiences and no authorized party (azp)")
            }
        case .string(let party)? where party.hasSameBytes(as: client): break
        case .string(let party)?:
            throw JOSEError(
                .audienceMismatch,
                "the token's authorized party (azp) is \(party.quotedExcerpt), expected \(client.quotedExcerpt)")
        case let party?: throw JOSEError(.claimInvalid, "azp is \(party.kind), not a string")
        }
    }
}
