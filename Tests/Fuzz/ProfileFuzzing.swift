import OAuthClient
import Providers
import StrictJSON

/// What must hold for what providers say about accounts.
enum ProfileFuzzing {
    /// A path that is read is written as the same path.
    static func jsonPath(_ input: [UInt8]) -> Bool {
        guard let text = String(validating: input, as: UTF8.self), let path = try? JSONPath(parsing: text) else {
            return true
        }
        guard let again = try? JSONPath(parsing: path.description) else { return false }
        return again.steps == path.steps && again.description.hasSameBytes(as: path.description)
    }

    /// Each preset reads the input as its description of an account, and keeps to its limits.
    static func profile(_ input: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: input, limits: .document) else { return true }
        return presets.allSatisfy { preset in
            guard let profile = try? preset.profile(from: [value]) else { return true }
            return isLimited(profile) && (try? preset.profile(from: [value, value])) == profile
        }
    }

    private static func isLimited(_ profile: ProviderProfile) -> Bool {
        let name = profile.name ?? "a"
        return 1...SubjectID.maximumBytes ~= profile.subject.value.utf8.count
            && 1...ProviderProfile.maximumEmailBytes ~= (profile.email?.address ?? "a@b").utf8.count
            && profile.email?.address.utf8.contains(UInt8(ascii: "@")) ?? true
            && (profile.picture ?? "https://").hasPrefix("https://")
            && (profile.picture ?? "").utf8.count <= ProviderProfile.maximumPictureBytes
            && 1...ProviderProfile.maximumNameScalars ~= name.unicodeScalars.count
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// The presets that need nothing but a client.
    private static let presets: [ResolvedPreset] = PresetTable.all.compactMap { preset in
        guard let audience = try? ClientIdentifiers(["client-ours"]) else { return nil }
        return try? ResolvedPreset(preset, configuration: PresetConfiguration(audience: audience))
    }
}
