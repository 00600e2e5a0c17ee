/// An origin that the answer to a form may redirect to.
///
/// Chromium holds every redirect after a form to `form-action`, also those between the hosts of the provider, which nobody can list
/// beforehand. ``OnwardPage`` needs no target and works everywhere: prefer it.
public struct FormTarget: Sendable, Equatable {
    /// The origin, as it stands in the policy.
    public let origin: String

    /// Takes the origin of an address; nil for a numeric IPv6 address, which a policy cannot name.
    ///
    /// - Parameter address: The address that the form's answer redirects to.
    public init?(of address: OnwardAddress) {
        guard !address.origin.utf8.contains(UInt8(ascii: "[")) else { return nil }
        origin = address.origin
    }
}
