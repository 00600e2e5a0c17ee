/// What the configuration says about sign-in on devices without a browser.
public struct DeviceFlowPolicy: Sendable {
    /// Whether a provider's device flow is used.
    public enum Activation: Sendable {
        /// If the preset has one that is on by default.
        case asPreset
        /// Never.
        case off
        /// Even if too little is known of it for it to be on by default. To be logged at every start.
        case evenIfOffByDefault
    }

    /// Whether the provider's device flow is used.
    public var activation = Activation.asPreset
    /// The hosts in small letters that the person may be sent to, beside those that the preset knows (PRV-27).
    public var verificationHosts: [String] = []

    /// Leaves everything to the preset.
    public init() {}
}
