import Providers

extension ConfiguredProvider {
    /// Whether a person can sign in there with a browser.
    var canSignIn: Bool { preset.acceptedCredentials.contains(.code) }

    /// What a person reads: what the operator has chosen; else the product's name, or the operator's identifier where
    /// several may be of one product.
    var displayName: String {
        chosenDisplayName ?? (id.utf8.elementsEqual(preset.preset.id.utf8) ? preset.preset.displayName : id)
    }
}
