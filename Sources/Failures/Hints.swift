import Bridge
import CredentialProofs
import Cryptography
import CustomTokens
import OAuthClient

extension CustomTokenError.Code {
    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .uidInvalid: "use 1 to 128 bytes of UTF-8 without control characters"
        case .claimsInvalid: "give one JSON object, such as {\"role\":\"editor\"}"
        case .claimReserved: "rename them, or nest them in an object: only names at the top level are reserved"
        case .claimOverwritten: "rename them, for example to provider_email"
        case .claimsTooLarge: "ID tokens travel in headers: keep large data in a database, under the uid"
        case .lifetimeInvalid: "the token is only exchanged within it; the session lives on by its refresh token"
        case .issuedAtInvalid: "give whole seconds since 1970"
        case .tenantInvalid: "copy the tenant's identifier from the console, such as tenant-7abcd"
        case .clockNotSet: "set the clock, by NTP for example, and try again"
        case .fileUnwritable: "check the folder, and that this user may write to it"
        case .fileUnreadable: "check the path, and that this user may read it"
        case .environmentUnusable: "set it to the path of a service-account key, or name the key on the command line"
        case .serviceAccountMalformed, .serviceAccountIncomplete:
            "download the key again, or copy the file whole; do not retype it"
        case .serviceAccountWrongKind:
            "a service-account key is JSON with \"type\": \"service_account\"; a bare PEM key goes with --private-key and --email"
        case .emailInvalid: "it ends in .gserviceaccount.com"
        case .signerUnavailable: "try again later"
        case .keyUnavailable, .signingFailed, .signerRefused: nil
        case .keyFolderAmbiguous: "name the key with --service-account"
        case .emulatorHostInvalid: "set it like 127.0.0.1:9099, or unset it to sign for production"
        }
    }
}

extension CryptographyError.Code {
    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .keyEmpty, .keyMarkersMissing: "copy the whole text, from -----BEGIN to -----END and its hyphens"
        case .keyNotText: "convert it to PEM with openssl pkey or openssl x509, and -inform DER"
        case .keyTruncated, .keyDamaged: "copy the key again, whole"
        case .keyAmbiguous: "keep one key in the file"
        case .keyEncrypted: "decrypt it first: openssl pkey -in key.pem -out plain.pem, and keep the result private"
        case .passphraseWrong: "look at the file of the passphrase: one line, without blanks that do not belong to it"
        case .encryptionNotSupported:
            "decrypt it first, and keep the result private: openssl pkcs12 -legacy -in FILE -nodes -nocerts -out key.pem; or"
                + " openssl pkey -provider legacy -provider default -in FILE -out key.pem"
        case .keyIsPublic, .keyIsCertificate: "give the private half; the key file of the service account holds it"
        case .keyIsPrivate:
            "give the public half (openssl pkey -in key.pem -pubout), or the whole key file with --service-account"
        case .keyKindNotSupported:
            "an RSA key in PKCS#8 or PKCS#1 PEM is needed: Google verifies custom tokens with RS256 only"
        case .keyWeak: "make a new RSA key of 2048 bits"
        case .keyProbeFailed: "copy the key again, whole; if that does not help, the key is damaged: make a new one"
        case .certificateMalformed: "copy the certificate again, whole"
        case .secretTooShort: "make a longer random secret"
        case .libraryFailed: nil
        }
    }
}

extension CredentialError.Code {
    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .providerUnknown: "token-bridge providers list shows the names"
        case .audienceMismatch:
            "compare it with client_id in the configuration; a token of another client is never accepted"
        case .credentialExpired: "sign in again; if it is new, check the clock of this machine"
        case .nonceRequired: "give the nonce of the sign-in with --nonce, before any hash"
        case .nonceMismatch: "use the nonce of this very sign-in, before any hash"
        case .providerUnavailable: "try again later"
        case .subjectMismatch: "sign in again; if it happens again, tell the provider"
        case .credentialTypeNotAccepted, .credentialInvalid, .audienceUnprovable, .providerAnswerInvalid,
            .providerMisconfigured, .accessDenied, .refreshTokenNotKept, .cancelled, .cryptographyFailed:
            nil
        }
    }
}

extension BridgeError.Code {
    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .claimTemplateInvalid:
            "the variables are $provider, $subject, $issuer, $email, $email_verified, $name, $picture"
        case .userIDInvalid: "set uid_style to hashed for this provider"
        case .claimsTooLarge: "leave long values such as $picture out of token.claims"
        case .credentialReplayed: "sign in again: each ID token and assertion is exchanged once"
        case .storeUnavailable: "see that the store of the configuration can be reached and written"
        case .clientKeysUnavailable: "see that the jwks_uri of the client answers with its key set"
        case .storedRecordInvalid: "an older or newer release may have written it: let its sessions expire"
        case .requestInvalid, .clientInvalid, .clientNotAllowed, .providerNotAllowed, .grantInvalid,
            .grantNotSupported, .authorizationPending, .slowDown, .accessDenied, .deviceCodeExpired, .userCodeInvalid,
            .redirectURIInvalid, .stateInvalid, .targetInvalid, .userIDNotAllowed, .claimNotAllowed,
            .tenantNotAllowed, .lifetimeInvalid, .rateLimited, .cryptographyFailed:
            nil
        }
    }
}

extension OAuthClientError.Code {
    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .providerUnavailable: "try again later"
        case .addressNotAllowed: "use https, or http on this machine"
        case .issuerMismatch: "the issuer must be written as the provider writes it, down to a slash at the end"
        case .answerMalformed, .answerTooLarge, .refusedByProvider, .cancelled, .requestNotAllowed,
            .transportNotUsable, .keySetUnusable, .parameterInvalid, .reservedParameter, .scopeNotPreconfigured,
            .clientMisconfigured, .stateMismatch, .tokenInactive, .audienceMismatch, .audienceUnprovable,
            .cryptographyFailed:
            nil
        }
    }
}
