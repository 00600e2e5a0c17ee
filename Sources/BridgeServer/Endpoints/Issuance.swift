import CredentialProofs
import CustomTokens
import JOSE
import Bridge
import Failures
import Operations

/// What is noted of every custom token before it is handed out, and when it is.
///
/// A token is noted before its credential is used up. So the audit log has each token that was handed out; it may also
/// have one that never was, because the credential was used up elsewhere meanwhile or the store failed then.
struct Issuance: Sendable {
    let service: BridgeService
    let request: IncomingRequest

    /// Notes a token in the audit log; one that cannot be noted is not handed out.
    ///
    /// - Throws: `OperationsError` with code `logUnwritable`.
    func note(_ issued: IssuedCustomToken, _ grant: RegisteredClient.Grant) async throws {
        let facts = issued.facts
        let (provider, proof) = facts.origin
        if let audit = service.resources.audit {
            do {
                try await audit.append(
                    AuditRecord(
                        time: try service.resources.clock.now(), requestID: request.context.requestID,
                        uid: facts.userID.value, client: facts.clientID, provider: provider, grant: grant.rawValue,
                        proof: proof, keyID: facts.keyID ?? "none", tokenHash: facts.tokenDigest))
                service.readiness.note(auditFault: nil)
            } catch {
                service.metrics.auditFailed()
                service.readiness.note(auditFault: Failure(error).code)
                throw error
            }
        }
    }

    /// Counts and logs a token that is handed out now.
    func handOut(_ issued: IssuedCustomToken, _ grant: RegisteredClient.Grant) {
        let facts = issued.facts
        let (provider, proof) = facts.origin
        service.metrics.tokenIssued(provider: provider ?? "none", grant: grant.rawValue)
        service.resources.log.info(
            "custom token issued",
            [
                "uid": .uid(facts.userID.value), "client": .identifier(facts.clientID),
                "provider": .identifier(provider ?? "none"), "grant": .identifier(grant.rawValue),
                "proof": .identifier(proof), "key_id": .identifier(facts.keyID ?? "none"),
                "token": .digest(facts.tokenDigest),
            ], in: request.context)
    }
}

extension IssuanceFacts {
    /// The provider, nil where there is none, and the proof.
    fileprivate var origin: (provider: String?, proof: String) {
        switch source {
        case .credential(let provider, let proof): (provider, proof.rawValue)
        case .minting(let grant): (nil, grant.rawValue)
        }
    }
}
