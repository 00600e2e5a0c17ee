import StrictJSON

/// The domain that Google's APIs are under: `googleapis.com`, except in clouds that partners run.
public struct UniverseDomain: Sendable, Equatable {
    /// Google's own.
    public static let standard = UniverseDomain(checked: "googleapis.com")
    /// The variable of the environment that names another.
    public static let environmentVariable = "GOOGLE_CLOUD_UNIVERSE_DOMAIN"

    /// The domain.
    public let name: String

    private init(checked name: String) {
        self.name = name
    }

    /// Takes the domain of another cloud, as its operator configures it.
    ///
    /// - Parameter name: The domain in lower case.
    /// - Throws: `GoogleCloudError` with code `parameterInvalid`.
    public init(_ name: String) throws(GoogleCloudError) {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isDomain = labels.count >= 2 && name.utf8.count <= 253 && labels.allSatisfy { Self.isLabel($0) }
        guard isDomain, labels.last?.utf8.contains(where: { 0x61...0x7A ~= $0 }) == true else {
            throw GoogleCloudError(
                .parameterInvalid, "the universe domain \(name.quotedExcerpt) is no domain in lower case",
                hint: "for Google's own cloud it is googleapis.com")
        }
        self.name = name
    }

    /// Takes the domain that the environment names, or Google's own.
    ///
    /// - Parameter environment: The environment.
    /// - Throws: `GoogleCloudError` with code `parameterInvalid`.
    public init(environment: [String: String]) throws(GoogleCloudError) {
        guard let name = environment[Self.environmentVariable], !name.isEmpty else {
            self = .standard
            return
        }
        try self.init(name)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }
}
