import StrictJSON

/// Keys ready for use, and the rule by which a token's header picks one of them.
public struct VerificationKeySet: Sendable {
    /// A key with what its set says of it.
    public struct Entry: Sendable {
        /// The `kid`.
        public let keyID: String?
        /// The algorithms that the key may be used with: those that fit it, or the one its set names.
        public let algorithms: Set<SignatureAlgorithm>
        /// The issuer that the key is for, where its set says so (`issuer`), as Microsoft does.
        public let issuer: String?
        /// The key.
        public let key: any VerificationKey

        private let quickSet: SignatureAlgorithmSet

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - keyID: The `kid`.
        ///   - algorithm: The one algorithm to use the key with; nil for all that fit.
        ///   - issuer: The issuer that the key is for; nil where nothing is said.
        ///   - key: The key.
        public init(
            keyID: String?, algorithm: SignatureAlgorithm?, issuer: String? = nil, key: any VerificationKey
        ) {
            self.keyID = keyID
            self.issuer = issuer
            self.key = key
            algorithms = algorithm.map { [$0] } ?? key.algorithms
            quickSet = SignatureAlgorithmSet(algorithms)
        }

        func fits(_ header: JOSEHeader) -> Bool {
            guard quickSet.contains(header.algorithm) else { return false }
            guard let wanted = header.keyID else { return true }
            return keyID?.hasSameBytes(as: wanted) ?? false
        }
    }

    /// The keys.
    public let entries: [Entry]
    /// Entries of the key set that were left out.
    public let skippedKeys: [JSONWebKeySet.SkippedKey]

    /// Makes a set of keys that the caller has configured.
    public init(entries: [Entry]) {
        self.entries = entries
        skippedKeys = []
    }

    /// Makes the keys of a key set ready for use; those that cannot be made ready are left out with the reason.
    ///
    /// - Parameters:
    ///   - keySet: The key set.
    ///   - importKey: Makes one key ready.
    public init(_ keySet: JSONWebKeySet, importKey: (JSONWebKey) throws(JOSEError) -> any VerificationKey) {
        var entries: [Entry] = []
        var skipped = keySet.skippedKeys
        for (index, key) in keySet.usable {
            do {
                let entry = Entry(
                    keyID: key.keyID, algorithm: key.algorithm, issuer: key.issuer, key: try importKey(key))
                entries.append(entry)
            } catch {
                skipped.append(.init(index: index, keyID: key.keyID, reason: error.reason))
            }
        }
        self.entries = entries
        skippedKeys = skipped
    }

    /// The one key that a token's header points at.
    ///
    /// With a `kid`, a key of that name that fits the algorithm; without one, the only key that fits the algorithm.
    ///
    /// - Throws: `JOSEError` with code `keyNotFound` or, when several keys fit, `keyAmbiguous`.
    /// - SeeAlso: OpenID Connect Core, section 10.1.1.
    public func key(for header: JOSEHeader) throws(JOSEError) -> any VerificationKey {
        try entry(for: header).key
    }

    func entry(for header: JOSEHeader) throws(JOSEError) -> Entry {
        guard let index = entries.firstIndex(where: { $0.fits(header) }) else {
            throw JOSEError(.keyNotFound, absence(for: header))
        }
        let others = entries[(index + 1)...].count { $0.fits(header) }
        guard others == 0 else {
            throw JOSEError(.keyAmbiguous, "\(others + 1) keys of the set fit the token: \(wanted(by: header))")
        }
        return entries[index]
    }

    private func wanted(by header: JOSEHeader) -> String {
        header.algorithm.rawValue
            + (header.keyID.map { ", key identifier \($0.quotedExcerpt)" } ?? ", no key identifier")
    }

    private func absence(for header: JOSEHeader) -> String {
        var text = "no key of the set fits the token: \(wanted(by: header))"
        for skipped in skippedKeys.prefix(5) {
            text += "; skipped \(skipped.keyID?.quotedExcerpt ?? "entry \(skipped.index)"): \(skipped.reason)"
        }
        return text
    }
}
