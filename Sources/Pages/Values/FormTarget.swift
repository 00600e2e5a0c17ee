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
        guard let origin = Self.named(address) else { return nil }
        self.origin = origin
    }

    /// Takes the origin of an app's address, or its scheme where that is the app's own; nil where a policy has no word for
    /// it.
    ///
    /// - Parameter address: The redirect address that the app is registered with.
    public init?(ofApp address: String) {
        if let web = OnwardAddress(address) {
            guard let origin = Self.named(web) else { return nil }
            self.origin = origin
            return
        }
        guard let end = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = address.utf8[..<end]
        // A scheme of an app's own has a dot (RFC 8252, section 7.1): it is none that runs or shows anything.
        guard scheme.contains(UInt8(ascii: ".")),
            scheme.allSatisfy({ AddressBytes.isAlphanumeric($0) || "+-.".utf8.contains($0) })
        else { return nil }
        origin = "\(Substring(scheme)):"
    }

    private static func named(_ address: OnwardAddress) -> String? {
        address.origin.utf8.contains(UInt8(ascii: "[")) ? nil : address.origin
    }
}
