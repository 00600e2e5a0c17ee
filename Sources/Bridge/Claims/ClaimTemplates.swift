import CustomTokens
public import Providers
public import StrictJSON

/// The developer claims of custom tokens as the operator writes them: JSON in which strings such as `$provider` stand
/// for what a provider says about an account.
///
/// Only a string that is a variable as a whole is replaced; `$$` begins a string that begins with a dollar.
public struct ClaimTemplates: Sendable {
    /// No claims.
    public static let none = ClaimTemplates(members: [])

    private let members: [(name: String, value: ClaimTemplate)]

    private init(members: [(name: String, value: ClaimTemplate)]) {
        self.members = members
    }

    /// Reads templates.
    ///
    /// - Parameter object: The claims. At the top, names that Google reserves or overwrites are refused (PRV-33).
    /// - Throws: `BridgeError` with code `claimTemplateInvalid`.
    public init(_ object: JSONObject) throws(BridgeError) {
        do throws(CustomTokenError) {
            // The size is that of the templates, not of the claims, and is looked at when a token is minted.
            _ = try CustomClaims(object, maximumBytes: .max)
        } catch {
            let cure = object["email"] != nil || object["email_verified"] != nil
            throw BridgeError(
                .claimTemplateInvalid,
                error.reason + (cure ? "; provider_email and provider_email_verified are free" : ""))
        }
        var members: [(name: String, value: ClaimTemplate)] = []
        for member in object.members {
            members.append((member.name, try ClaimTemplate(member.value, path: member.name)))
        }
        self.members = members
    }

    /// The claims for an account; those without a value are left out.
    ///
    /// - Parameters:
    ///   - profile: What the provider says about the account.
    ///   - provider: The provider's name in the configuration.
    ///   - issuer: The provider's issuer.
    /// - Returns: The claims, whose size `CustomClaims` limits.
    public func claims(for profile: ProviderProfile, provider: String, issuer: String) -> JSONObject {
        var object = JSONObject()
        for member in members {
            object[member.name] = member.value.value(profile, provider: provider, issuer: issuer)
        }
        return object
    }
}
