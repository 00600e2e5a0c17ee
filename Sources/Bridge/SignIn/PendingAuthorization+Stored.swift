import OAuthClient
import StrictJSON

extension PendingAuthorization {
    private static let version: Int64 = 1

    /// What is kept, without the state, by which it is found.
    var objectWithoutState: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["redirect_uri"] = .string(redirectURI.text)
        object["response_mode"] = .string(responseMode.rawValue)
        switch nonce {
        case .none: object["nonce_form"] = .string(StoredNonceForm.none.rawValue)
        case .sent(let nonce, let transform):
            object["nonce"] = .string(nonce.secretText)
            object["nonce_form"] = .string(StoredNonceForm(transform).rawValue)
        }
        switch proofKey {
        case .s256(let key): object["code_verifier"] = .string(key.secretText)
        case .withoutProofKey(let reason):
            object["without_proof_key"] = .string(StoredProofKeyAbsence(reason).rawValue)
        }
        let (form, name) = StoredIssuerForm.split(issuer)
        object["issuer_form"] = .string(form.rawValue)
        object["issuer"] = name.map { .string($0) }
        return object
    }

    /// Reads what was kept.
    ///
    /// What is not as it was written is refused: nothing that binds the response may be lost on the way.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject, state: AuthorizationState) throws(BridgeError) {
        let stored = try StoredObject(object, what: "authorization request", version: Self.version)
        self.init(
            state: state, nonce: try Self.nonce(stored), proofKey: try Self.proofKey(stored),
            redirectURI: try stored.required("redirect_uri") { $0.string.flatMap { try? RedirectURI($0) } },
            responseMode: try stored.required("response_mode") { $0.string.flatMap { ResponseMode(exactly: $0) } },
            issuer: try Self.issuer(stored))
    }

    private static func nonce(_ stored: StoredObject) throws(BridgeError) -> NonceUse {
        let form = try stored.required("nonce_form") { $0.string.flatMap { StoredNonceForm(exactly: $0) } }
        guard let transform = form.transform else { return .none }
        return .sent(try stored.required("nonce") { $0.string.flatMap { try? Nonce(restoring: $0) } }, transform)
    }

    private static func proofKey(_ stored: StoredObject) throws(BridgeError) -> ProofKeyUse {
        let absence = try stored.optional("without_proof_key") {
            $0.string.flatMap { StoredProofKeyAbsence(exactly: $0) }
        }
        if let absence { return .withoutProofKey(because: absence.reason) }
        return .s256(try stored.required("code_verifier") { $0.string.flatMap { try? ProofKey(restoring: $0) } })
    }

    private static func issuer(_ stored: StoredObject) throws(BridgeError) -> ResponseIssuer {
        switch try stored.required("issuer_form", { $0.string.flatMap { StoredIssuerForm(exactly: $0) } }) {
        case .required: .required(try stored.string("issuer"))
        case .ifPresent: .ifPresent(try stored.string("issuer"))
        case .notAnnounced: .notAnnounced
        }
    }
}

/// `NonceUse` as it is kept.
///
/// The raw values are on disk: they never change.
private enum StoredNonceForm: String, Sendable {
    case none
    case raw
    case sha256Hexadecimal = "sha256_hex"

    init(_ transform: NonceTransform) {
        switch transform {
        case .raw: self = .raw
        case .sha256Hexadecimal: self = .sha256Hexadecimal
        }
    }

    var transform: NonceTransform? {
        switch self {
        case .none: nil
        case .raw: .raw
        case .sha256Hexadecimal: .sha256Hexadecimal
        }
    }
}

/// `ProofKeyUse.Reason` as it is kept.
///
/// The raw values are on disk: they never change.
private enum StoredProofKeyAbsence: String, Sendable {
    case refusedFromConfidentialClients = "refused_from_confidential_clients"
    case unknownToProvider = "unknown_to_provider"
    case leftOutByCaller = "left_out_by_caller"

    init(_ reason: ProofKeyUse.Reason) {
        switch reason {
        case .refusedFromConfidentialClients: self = .refusedFromConfidentialClients
        case .unknownToProvider: self = .unknownToProvider
        case .leftOutByCaller: self = .leftOutByCaller
        }
    }

    var reason: ProofKeyUse.Reason {
        switch self {
        case .refusedFromConfidentialClients: .refusedFromConfidentialClients
        case .unknownToProvider: .unknownToProvider
        case .leftOutByCaller: .leftOutByCaller
        }
    }
}

/// `ResponseIssuer` as it is kept.
///
/// The raw values are on disk: they never change.
private enum StoredIssuerForm: String, Sendable {
    case required
    case ifPresent = "if_present"
    case notAnnounced = "not_announced"

    static func split(_ issuer: ResponseIssuer) -> (StoredIssuerForm, String?) {
        switch issuer {
        case .required(let name): (.required, name)
        case .ifPresent(let name): (.ifPresent, name)
        case .notAnnounced: (.notAnnounced, nil)
        }
    }
}
