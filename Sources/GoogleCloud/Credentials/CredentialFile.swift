import CustomTokens
import OAuthClient
import StrictJSON

/// The file of a credential, as Google's tools write it.
struct CredentialFile: Sendable {
    let object: JSONObject
    let text: [UInt8]
    /// Where it was found, for messages.
    let place: String
    let warnings: [String]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - place: Where the path comes from.
    /// - Throws: `GoogleCloudError` with code `credentialFileUnusable`.
    init(path: String, place: String) throws(GoogleCloudError) {
        let file: SecretFile
        do throws(CustomTokenError) {
            file = try SecretFile(path: path)
        } catch {
            throw GoogleCloudError(
                .credentialFileUnusable, "\(place): \(error.reason)",
                hint: "correct it or take it away; nothing else is tried while it is there")
        }
        try self.init(parsing: OuterBlanks.trimmed(file.bytes), place: place, warnings: file.warnings)
    }

    init(parsing text: [UInt8], place: String, warnings: [String] = []) throws(GoogleCloudError) {
        do throws(JSONError) {
            object = try JSONObject(parsing: text, limits: JSONLimits(maximumBytes: 64 << 10, maximumDepth: 16))
        } catch {
            throw GoogleCloudError(.credentialFileUnusable, "\(place): the credential is unusable: \(error)")
        }
        self.text = text
        self.place = place
        self.warnings = warnings
    }

    func required(_ name: String, in members: JSONObject? = nil) throws(GoogleCloudError) -> String {
        guard let value = try optional(name, in: members) else {
            throw unusable("it has no \(name)")
        }
        return value
    }

    /// The string; nil where it is missing or empty.
    func optional(_ name: String, in members: JSONObject? = nil) throws(GoogleCloudError) -> String? {
        switch (members ?? object)[name] {
        case nil, .null?: return nil
        case .string(let value)?: return value.isEmpty ? nil : value
        case let value?: throw unusable("its \(name) is \(value.kind), not a string")
        }
    }

    func unusable(_ fault: String) -> GoogleCloudError {
        GoogleCloudError(
            .credentialFileUnusable, "\(place): the credential is unusable: \(fault)",
            hint: "make it anew by gcloud or the console; do not write it by hand")
    }

    /// Checks that the credential is of the cloud whose services are configured: a file does not choose where it is sent.
    func checkUniverse(_ universe: UniverseDomain) throws(GoogleCloudError) {
        let name = try optional("universe_domain") ?? UniverseDomain.standard.name
        guard name.hasSameBytes(as: universe.name) else {
            throw GoogleCloudError(
                .addressNotAllowed,
                "\(place): the credential is of the cloud \(name.quotedExcerpt), and the configured one is \(universe.name)",
                hint: "set \(UniverseDomain.environmentVariable) where that is meant")
        }
    }
}
