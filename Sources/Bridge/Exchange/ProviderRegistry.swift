public import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON

/// The providers whose credentials can be exchanged, by name.
public struct ProviderRegistry: Sendable {
    private let connections: [ProviderConnection]

    /// Makes a registry.
    ///
    /// - Parameter connections: The providers, none with the name of another.
    public init(_ connections: [ProviderConnection]) {
        self.connections = connections
    }

    /// What the uids of the providers begin with, without the colon.
    public var userIDPrefixes: [String] { connections.map(\.provider.userIDs.prefix) }

    /// The provider of a name.
    ///
    /// - Parameter id: The name, compared byte for byte.
    /// - Returns: The way to it.
    /// - Throws: `CredentialError` with code `providerUnknown`.
    public func connection(named id: String) throws(CredentialError) -> ProviderConnection {
        guard let connection = connections.first(where: { $0.provider.id.hasSameBytes(as: id) }) else {
            throw CredentialError.providerUnknown("there is no provider \(id.quotedExcerpt)")
        }
        return connection
    }

    /// The one provider that issues ID tokens like this one, by its `iss`, which nothing has proven: the provider's
    /// own proof comes after.
    ///
    /// - Parameters:
    ///   - token: The ID token.
    ///   - allowed: The providers that may be meant.
    /// - Returns: The way to it.
    /// - Throws: `BridgeError` with code `requestInvalid` where that is not one, which asks for the parameter `provider`,
    ///   `CredentialError` with code `providerUnknown` where it is none.
    func connection(
        issuing token: UnverifiedIDToken, among allowed: RegisteredClient.Providers
    ) throws -> ProviderConnection {
        guard let jws = try? CompactJWS(parsing: token.secretText),
            let issuer = (try? JSONObject(parsing: jws.unverifiedPayload, limits: .token))?["iss"]?.string
        else {
            throw BridgeError(
                .requestInvalid, "the parameter provider is missing, and the subject token does not name its issuer")
        }
        let found = connections.filter { $0.provider.mayIssue(issuer) }
        let usable = found.filter { allowed.contains($0.provider.id) }
        guard let connection = usable.first ?? found.first else {
            throw CredentialError.providerUnknown("no provider here has the issuer \(issuer.quotedExcerpt)")
        }
        guard usable.count <= 1 else {
            let names = usable.map(\.provider.id).joined(separator: ", ")
            throw BridgeError(
                .requestInvalid,
                "several providers have the issuer \(issuer.quotedExcerpt): the parameter provider must name one of "
                    + names)
        }
        return connection
    }
}

extension ConfiguredProvider {
    /// Whether an ID token of the provider may have an issuer.
    fileprivate func mayIssue(_ issuer: String) -> Bool {
        switch preset.acceptedIssuers {
        case .none: false
        case .oneOf(let issuers): issuers.contains { $0.hasSameBytes(as: issuer) }
        case .microsoft(let tenant):
            switch ((try? MicrosoftTenant.issuerTemplate().tenant(ofIssuer: issuer)), tenant) {
            case (nil, _): false
            case (let identifier?, .directory(let own)): identifier.lowercased().hasSameBytes(as: own)
            // Which of these an account belongs to is for the proof to find out.
            case (_?, .common), (_?, .organizations), (_?, .consumers), (_?, .domain): true
            }
        }
    }
}
