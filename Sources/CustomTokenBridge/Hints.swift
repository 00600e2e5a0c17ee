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
        case .fileUnreadable: "check the path, and that this user may read it"
        case .environmentUnusable: "set it to the path of a service-account key, or name the key on the command line"
        case .serviceAccountMalformed, .serviceAccountIncomplete:
            "download the key again, or copy the file whole; do not retype it"
        case .serviceAccountWrongKind:
            "a service-account key is JSON with \"type\": \"service_account\"; a bare PEM key goes with --private-key and --email"
        case .emailInvalid: "it ends in .gserviceaccount.com"
        case .keyUnavailable, .signingFailed: nil
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
