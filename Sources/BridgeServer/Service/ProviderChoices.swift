import Providers

extension ConfiguredProvider {
    /// Whether a person can sign in there with a browser.
    var canSignIn: Bool { preset.acceptedCredentials.contains(.code) }

    /// What a person reads: the product's name, or the operator's where several may be of one product.
    var displayName: String {
        id.utf8.elementsEqual(preset.preset.id.utf8) ? preset.preset.displayName : id
    }
}
