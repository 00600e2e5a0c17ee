import OAuthClient

extension DeviceFlowRule {
    /// The names that requests use.
    ///
    /// - Parameter clientToken: Facebook's client token; nil gives no form where it is needed.
    func form(clientToken: ClientSecret?) -> DeviceRequestForm? {
        switch vocabulary {
        case .standard, .gitHub, .google, .microsoft, .zoom: .standard
        case .facebook: clientToken.map { .facebook(clientToken: $0) }
        case .twitch: .twitch
        case .amazon: .amazon
        case .salesforce: .salesforce
        case .yandex: .yandex
        }
    }

    /// How refusals are worded.
    ///
    /// - Parameter provider: The provider's name, for messages.
    func errors(of provider: String) -> DeviceErrorVocabulary {
        switch vocabulary {
        case .standard, .salesforce, .zoom, .yandex: .standard(provider: provider)
        case .gitHub: .gitHub
        case .google: .google
        case .microsoft: .microsoft
        case .facebook: .facebook
        case .twitch: .twitch
        case .amazon: .amazon
        }
    }
}
