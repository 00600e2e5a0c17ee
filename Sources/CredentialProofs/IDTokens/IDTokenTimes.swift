import JOSE
import Providers
import StrictJSON

/// The rules about time that ID tokens have beside those of every JWT (OIDC-10, OIDC-13).
struct IDTokenTimes: Sendable {
    let policy: IDTokenPolicy
    let rules: IDTokenRules?
    let now: NumericDate

    /// Returns if the token is young enough and does not live too long.
    ///
    /// - Throws: `JOSEError` with code `claimMissing`, `claimInvalid` or `tokenExpired`.
    func check(_ token: VerifiedJWT) throws(JOSEError) {
        guard let claim = token.claims["iat"] else {
            throw JOSEError(.claimMissing, "the token does not say when it was issued (iat)")
        }
        let issued = try NumericDate(claim, claim: "iat")
        guard now <= issued + policy.maximumAge + policy.leeway.seconds else {
            throw JOSEError(
                .tokenExpired,
                "the token was issued at \(issued), and it is \(now): older than \(policy.maximumAge) s, which is the most that is accepted for a sign-in"
            )
        }
        if let longest = rules?.maximumLifetime, token.expiration > issued + longest {
            throw JOSEError(.claimInvalid, "the token lives longer than the \(longest) s that its issuer gives")
        }
    }
}

extension IDTokenPolicy {
    /// Returns if the sign-in behind a token is recent and strong enough, and at a domain that is allowed.
    ///
    /// - Throws: `JOSEError` with code `claimMissing`, `claimInvalid`, `tokenExpired` or `tokenNotYetValid`.
    func check(
        _ authentication: AuthenticationFacts, claims: JSONObject, now: NumericDate
    ) throws(JOSEError) {
        if let time = authentication.time, time > now + leeway.seconds {
            throw JOSEError(.tokenNotYetValid, "auth_time is \(time), and it is only \(now); is the clock right?")
        }
        if let longest = maximumAuthenticationAge {
            guard let time = authentication.time else {
                throw JOSEError(.claimMissing, "the token does not say when the person signed in (auth_time)")
            }
            guard now <= time + longest + leeway.seconds else {
                throw JOSEError(
                    .tokenExpired, "the person signed in at \(time), longer ago than the \(longest) s that are allowed")
            }
        }
        if !requiredContextClasses.isEmpty {
            let found = authentication.contextClass
            guard let found, requiredContextClasses.contains(where: { $0.hasSameBytes(as: found) }) else {
                throw JOSEError(
                    .claimInvalid,
                    "the sign-in was of the class \(found?.quotedExcerpt ?? "that is not named") (acr), expected "
                        + requiredContextClasses.map(\.quotedExcerpt).joined(separator: " or "))
            }
        }
        if !hostedDomains.isEmpty {
            let found = claims["hd"]?.string
            guard let found, hostedDomains.contains(where: { $0.hasSameBytes(as: found) }) else {
                throw JOSEError(
                    .claimInvalid,
                    "the account is at \(found?.quotedExcerpt ?? "no hosted domain") (hd), expected "
                        + hostedDomains.map(\.quotedExcerpt).joined(separator: " or "))
            }
        }
    }
}

extension AuthenticationFacts {
    /// Reads the facts of claims; what has the wrong form is an error for the time and is left out elsewhere.
    ///
    /// - Throws: `JOSEError` with code `claimInvalid`.
    init(_ claims: JSONObject) throws(JOSEError) {
        time =
            switch claims["auth_time"] {
            case nil, .null?: nil
            case let value?: try NumericDate(value, claim: "auth_time")
            }
        contextClass = claims["acr"]?.string
        methods = (claims["amr"]?.array ?? []).compactMap(\.string)
    }
}
