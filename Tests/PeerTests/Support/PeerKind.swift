import Testing

/// The OpenID providers of others, by name: for what must hold with each of them.
enum PeerKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case glewlwyd
    case djangoOAuthToolkit = "django-oauth-toolkit"
    case canaille
    case oidcProviderMock = "oidc-provider-mock"

    var testDescription: String { rawValue }

    /// Those that can be had here.
    static let available = allCases.filter(\.isAvailable)

    /// Whether it can be had here; it is installed where it is not.
    var isAvailable: Bool {
        switch self {
        case .glewlwyd: Peers.hasGlewlwyd
        case .djangoOAuthToolkit: Peers.hasDjangoOAuthToolkit
        case .canaille: Peers.hasCanaille
        case .oidcProviderMock: Peers.hasOIDCProviderMock
        }
    }

    /// The provider, which the first test that asks for it starts.
    func running() throws -> any OpenIDPeer {
        switch self {
        case .glewlwyd: try Glewlwyd.shared()
        case .djangoOAuthToolkit: try DjangoOAuthToolkit.shared()
        case .canaille: try Canaille.shared()
        case .oidcProviderMock: try OIDCProviderMock.shared()
        }
    }
}
