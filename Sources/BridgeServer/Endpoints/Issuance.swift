import CredentialProofs
import CustomTokens
import JOSE
import Bridge
import Failures
import Operations

/// What is noted of every custom token before it is handed out.
struct Issuance: Sendable {
    let service: BridgeService
    let request: IncomingRequest

    /// Notes a token; one that cannot be noted is not handed out.
    ///
    /// - Throws: `OperationsError` with code `logUnwritable`.
    func note(_ issued: IssuedCustomToken, _ grant: RegisteredClient.Grant) async throws {
        let facts = issued.facts
        let (provider, proof): (String?, String) =
            switch facts.source {
            case .credential(let provider, let proof): (provider, proof.rawValue)
            case .minting(let grant): (nil, grant.rawValue)
            }
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
