import JOSE

/// What each variant of each case comes to.
///
/// A variant that is not named here fails, and so does a name that is no variant.
enum CaseOutcomes {
    enum Outcome {
        case accepted
        case refused(JOSEError.Code)
        /// Another layer decides: why nothing is checked here.
        case elsewhere(String)
    }

    static let all: [String: [(file: String, outcome: Outcome)]] = [
        "B17": [
            ("good.jwt", .accepted), ("firebase-custom-token.jwt", .refused(.signatureInvalid)),
            // That these are tokens of Firebase is told by the examiner; here another key has signed them.
            ("firebase-id-token.jwt", .refused(.keyNotFound)), ("opaque-access-token.txt", .refused(.notCompactJWS)),
            ("jwe-five-parts.txt", .refused(.tokenEncrypted)), ("unsecured-emulator.jwt", .refused(.algorithmNone)),
            ("empty.txt", .refused(.tokenEmpty)), ("bearer-prefixed.txt", .refused(.notCompactJWS)),
        ],
        "B20": [
            ("string-ours.jwt", .accepted), ("one-ours.jwt", .accepted), ("two-azp-ours.jwt", .accepted),
            ("two-no-azp.jwt", .refused(.audienceMismatch)), ("two-azp-other.jwt", .refused(.audienceMismatch)),
            ("one-ours-azp-other.jwt", .refused(.audienceMismatch)), ("other.jwt", .refused(.audienceMismatch)),
            ("empty-array.jwt", .refused(.audienceMismatch)), ("empty-string.jwt", .refused(.audienceMismatch)),
            ("prefix.jwt", .refused(.audienceMismatch)), ("space-joined.jwt", .refused(.audienceMismatch)),
            ("case.jwt", .refused(.audienceMismatch)), ("number-in-array.jwt", .refused(.claimInvalid)),
            ("object.jwt", .refused(.claimInvalid)), ("null.jwt", .refused(.claimInvalid)),
            ("absent.jwt", .refused(.claimMissing)),
        ],
        "B21": [
            ("exact.jwt", .accepted), ("slash.jwt", .refused(.issuerMismatch)), ("http.jwt", .refused(.issuerMismatch)),
            ("upper-host.jwt", .refused(.issuerMismatch)), ("port.jwt", .refused(.issuerMismatch)),
            ("suffix.jwt", .refused(.issuerMismatch)),
            ("discovery-with-slash.json", .elsewhere("a discovery document does not reach this layer")),
            ("discovery-with-slash.json", .elsewhere("a discovery document does not reach this layer")),
            ("discovery-template.json", .elsewhere("a discovery document does not reach this layer")),
            // Only a preset of that one provider could accept it; there is none here.
            ("google-bare-iss.jwt", .refused(.issuerMismatch)),
        ],
        "B23": [
            ("jwks-unknown-kty.json", .accepted), ("jwks-unknown-curve.json", .accepted),
            ("jwks-broken-rsa-first.json", .accepted), ("jwks-null-and-string-entries.json", .accepted),
            ("jwks-no-use-no-alg.json", .accepted), ("jwks-key-ops-only.json", .accepted),
            ("jwks-symmetric-first.json", .accepted), ("jwks-extra-members.json", .accepted),
            ("jwks-use-enc.json", .refused(.keyNotFound)), ("jwks-alg-rs512.json", .refused(.keyNotFound)),
            ("jwks-key-ops-encrypt.json", .refused(.keyNotFound)), ("jwks-only-unknown.json", .refused(.keyNotFound)),
            ("jwks-e-is-one.json", .refused(.keyNotFound)), ("jwks-short-1024.json", .refused(.keyNotFound)),
            // The report would accept it with a warning; a key that anyone can sign with proves nothing.
            ("jwks-private-key-published.json", .refused(.keyNotFound)),
            ("jwks-bare-array.json", .refused(.keySetInvalid)), ("jwks-keys-object.json", .refused(.keySetInvalid)),
        ],
        "B26": [
            ("good.jwt", .accepted), ("alg-array.jwt", .refused(.headerInvalid)),
            ("alg-missing.jwt", .refused(.headerInvalid)), ("empty-signature.jwt", .refused(.signatureMissing)),
            ("four-parts.jwt", .refused(.notCompactJWS)), ("hs256-empty-key.jwt", .refused(.algorithmNotAllowed)),
            ("hs256-public-pem-no-newline.jwt", .refused(.algorithmNotAllowed)),
            ("hs256-public-pem.jwt", .refused(.algorithmNotAllowed)), ("none-odd-case.jwt", .refused(.algorithmNone)),
            ("none-with-signature.jwt", .refused(.algorithmNone)), ("none.jwt", .refused(.algorithmNone)),
            ("other-key.jwt", .refused(.signatureInvalid)), ("payload-swapped.jwt", .refused(.signatureInvalid)),
            ("rs512-header.jwt", .refused(.algorithmNotAllowed)), ("two-parts.jwt", .refused(.notCompactJWS)),
            ("zero-signature.jwt", .refused(.signatureInvalid)),
        ],
        "B28": [
            ("iat-plus-3.jwt", .accepted), ("auth_time-plus-3.jwt", .accepted), ("nbf-plus-3.jwt", .accepted),
            ("exp-minus-30.jwt", .accepted), ("iat-plus-600.jwt", .refused(.tokenNotYetValid)),
            ("nbf-plus-600.jwt", .refused(.tokenNotYetValid)), ("exp-minus-600.jwt", .refused(.tokenExpired)),
            ("exp-before-iat.jwt", .refused(.claimInvalid)),
        ],
        "B30": [
            ("crit-unknown.jwt", .refused(.criticalHeaderNotUnderstood)),
            ("crit-empty.jwt", .refused(.criticalHeaderNotUnderstood)),
            ("crit-string.jwt", .refused(.criticalHeaderNotUnderstood)),
            ("crit-b64-false.jwt", .refused(.criticalHeaderNotUnderstood)), ("typ-absent.jwt", .accepted),
            ("typ-lower.jwt", .accepted), ("typ-at-jwt.jwt", .refused(.typeMismatch)),
            ("typ-logout.jwt", .refused(.typeMismatch)), ("typ-jose.jwt", .accepted),
            ("zip.jwt", .refused(.headerInvalid)),
        ],
        "B50": [
            (
                "bad-signature.jwt then good.jwt on one thread, 10 000 times",
                .elsewhere("ErrorQueueTests alternates them")
            ),
            (
                "load sa-encrypted.json, then sa-good.json, then an HTTPS request",
                .elsewhere("ErrorQueueTests loads the keys; nothing here makes a request")
            ),
            ("load sa-good.json, then sa-truncated-key.json", .elsewhere("ErrorQueueTests loads them")),
        ],
        "B53": [
            ("lf.txt", .accepted), ("crlf.txt", .accepted), ("spaces.txt", .accepted), ("bom.txt", .accepted),
            ("quoted.txt", .accepted), ("wrapped.txt", .refused(.notCompactJWS)),
            ("two-lines.txt", .refused(.notCompactJWS)), ("padded.txt", .refused(.base64URLMalformed)),
            ("std-alphabet.txt", .refused(.base64URLMalformed)), ("percent.txt", .refused(.notCompactJWS)),
        ],
    ]
}
