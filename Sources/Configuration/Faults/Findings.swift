import Cryptography
import StrictJSON

/// Collects what is wrong with a configuration and what is worth knowing about it.
final class Findings {
    private(set) var faults: [ConfigurationFault] = []
    private(set) var warnings: [ConfigurationWarning] = []
    /// Whether the file itself holds a secret.
    private(set) var hasPlainSecret = false
    /// The secrets and files that were read for what is being made now.
    private var inputs: [[UInt8]] = []

    func fault(_ place: ConfigurationPlace, _ path: ConfigurationPath, _ message: String, hint: String? = nil) {
        let fault = ConfigurationFault(place: place, path: path.description, message: message, hint: hint)
        if !faults.contains(fault) { faults.append(fault) }
    }

    func fault(_ node: ConfigurationNode, _ message: String, hint: String? = nil) {
        fault(node.place, node.path, message, hint: hint)
    }

    func warning(_ node: ConfigurationNode, _ message: String) {
        let warning = ConfigurationWarning(place: node.place, path: node.path.description, message: message)
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// Warns of a secret that stands in the file itself.
    func plainSecret(_ node: ConfigurationNode) {
        hasPlainSecret = true
        warning(
            node,
            #"the secret stands in the configuration file; {"env": "NAME"} or {"file": "path"} keeps it apart"#)
    }

    /// The value that some code makes; nil where it throws, and its reason is a fault.
    ///
    /// The errors of our modules describe themselves by their reasons, which hold no secret.
    func value<Value>(_ node: ConfigurationNode, hint: String? = nil, _ make: () throws -> Value) -> Value? {
        do {
            return try make()
        } catch {
            fault(node, "\(error)", hint: hint)
            return nil
        }
    }

    /// Notes a secret or a file that was read for what is being made now.
    func noteInput(_ bytes: some Sequence<UInt8>) {
        inputs.append([UInt8](bytes))
    }

    /// Makes something of a part of the configuration, and the fingerprint of all that it was made of.
    ///
    /// - Parameters:
    ///   - node: The part; nil where it is left out.
    ///   - name: Its name.
    ///   - make: Makes it; nil with faults.
    /// - Returns: Both; nil with faults.
    func fingerprinted<Value>(
        _ node: ConfigurationNode?, named name: String, _ make: () -> Value?
    ) -> (value: Value, fingerprint: ConfigurationFingerprint)? {
        inputs = []
        defer { inputs = [] }
        guard let made = make() else { return nil }
        let written = node.map { [UInt8]($0.json.compactText.utf8) } ?? []
        do throws(CryptographyError) {
            return (made, try ConfigurationFingerprint(of: [[UInt8](name.utf8), written] + inputs))
        } catch {
            if let node { fault(node, error.reason) }
            return nil
        }
    }

    /// The error of all faults, in the order of the file; nil where there is none.
    var error: ConfigurationError? {
        guard !faults.isEmpty else { return nil }
        let sorted = faults.enumerated().sorted { left, right in
            let (first, second) = (Self.position(left.element.place), Self.position(right.element.place))
            return first == second ? left.offset < right.offset : first < second
        }
        return ConfigurationError(code: .invalid, faults: sorted.map(\.element))
    }

    private static func position(_ place: ConfigurationPlace) -> (Int, Int) {
        switch place {
        case .wholeFile: (0, 0)
        case .file(_, let line, let column): (line, column)
        case .environment: (.max, 0)
        }
    }
}
