import OAuthClient
import StrictJSON

/// What must hold for parameters as they arrive in a query or a body.
enum FormFuzzing {
    static let state = "kD9sN3fWq0b6xLr2TzYh7A"
    static let redirectURI = "https://app.example.com/cb"

    /// What was read is written in one spelling, which is read as the same; no name is there twice.
    static func form(_ input: [UInt8]) -> Bool {
        guard let form = try? FormParameters(parsing: input) else { return true }
        guard let again = try? FormParameters(parsing: [UInt8](form.encodedText.utf8)) else { return false }
        let names = form.parameters.map { [UInt8]($0.name.utf8) }
        return same(form, again) && again.encodedText.hasSameBytes(as: form.encodedText)
            && Set(names).count == names.count
    }

    /// The three ways of delivery agree, and nothing without the state passes.
    static func redirect(_ input: [UInt8]) -> Bool {
        let posted = try? AuthorizationResponse(.formPost(input), to: pending(.formPost))
        guard let text = String(validating: input, as: UTF8.self) else { return posted == nil }
        let queried = try? AuthorizationResponse(.query(text), to: pending(.query))
        guard agree(posted, queried) else { return false }
        if !input.contains(UInt8(ascii: "#")) {
            let pasted = try? AuthorizationResponse(.pastedAddress("\(redirectURI)?\(text)"), to: pending(.query))
            // Blanks around a pasted address are no part of it, so it may pass where the bare query does not.
            guard queried == nil || agree(pasted, queried) else { return false }
        }
        guard let posted else { return true }
        return posted.unverifiedParameters["state"]?.hasSameBytes(as: state) == true
            && posted.unverifiedParameters["error"] == nil
            && posted.unverifiedParameters["code"]?.hasSameBytes(as: posted.grant.code.secretText) == true
    }

    private static func pending(_ mode: ResponseMode) throws -> PendingAuthorization {
        PendingAuthorization(
            state: try AuthorizationState(restoring: state), nonce: .none,
            proofKey: .withoutProofKey(because: .unknownToProvider), redirectURI: try RedirectURI(redirectURI),
            responseMode: mode, issuer: .ifPresent("https://id.example.com"))
    }

    private static func agree(_ left: AuthorizationResponse?, _ right: AuthorizationResponse?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): same(left.unverifiedParameters, right.unverifiedParameters)
        case (nil, _?), (_?, nil): false
        }
    }

    private static func same(_ left: FormParameters, _ right: FormParameters) -> Bool {
        left.parameters.elementsEqual(right.parameters) {
            $0.name.hasSameBytes(as: $1.name) && $0.value.hasSameBytes(as: $1.value)
        }
    }
}
