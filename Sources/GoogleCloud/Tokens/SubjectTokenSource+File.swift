import OAuthClient
import StrictJSON

extension SubjectTokenSource {
    /// Reads where the token of a workload stands.
    ///
    /// Programs are not run, whatever a file names, and requests to Amazon's cloud are not signed.
    ///
    /// - Parameter file: The file of the credential.
    /// - Throws: `GoogleCloudError`.
    init(_ file: CredentialFile) throws(GoogleCloudError) {
        guard let source = file.object["credential_source"]?.object else {
            throw file.unusable("it has no credential_source")
        }
        guard source["executable"] == nil else { throw Self.notSupported("a program (executable)", file) }
        guard source["environment_id"] == nil else { throw Self.notSupported("Amazon's cloud (environment_id)", file) }
        form = try Self.form(source["format"], file)
        if let path = try file.optional("file", in: source) {
            place = .file(path: path)
        } else if let text = try file.optional("url", in: source) {
            place = .url(try Self.url(text, file), fields: try Self.fields(source["headers"], file))
        } else {
            throw file.unusable("its credential_source names neither a file nor a url")
        }
    }

    private static func notSupported(_ what: String, _ file: CredentialFile) -> GoogleCloudError {
        GoogleCloudError(
            .credentialKindNotSupported, "\(file.place): its credential_source is \(what), which is not used here",
            hint: "have the token written to a file, and name it as credential_source.file")
    }

    private static func form(_ value: JSONValue?, _ file: CredentialFile) throws(GoogleCloudError) -> Form {
        guard let format = value?.object else { return .text }
        switch try file.optional("type", in: format) {
        case nil, "text"?: return .text
        case "json"?: return .json(member: try file.required("subject_token_field_name", in: format))
        case let type?: throw file.unusable("the format \(type.quotedExcerpt) of its credential_source is not known")
        }
    }

    /// Google's services, this machine, or the metadata server of another cloud.
    private static func url(_ text: String, _ file: CredentialFile) throws(GoogleCloudError) -> EndpointURL {
        do throws(OAuthClientError) {
            let url = try EndpointURL(metadataServer: text)
            if url.host.isLoopbackHost || EndpointURL.isMetadataHost(url.host) { return url }
        } catch {
            throw GoogleCloudError(.addressNotAllowed, "\(file.place): credential_source.url: \(error.reason)")
        }
        throw GoogleCloudError(
            .addressNotAllowed,
            "\(file.place): credential_source.url is neither on this machine nor a metadata server of a cloud",
            hint: "have the token written to a file, and name it as credential_source.file")
    }

    private static func fields(_ value: JSONValue?, _ file: CredentialFile) throws(GoogleCloudError) -> [HTTPField] {
        guard let headers = value?.object else { return [] }
        var fields: [HTTPField] = []
        for name in headers.names {
            guard let value = headers[name]?.string, value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw file.unusable("a header of its credential_source is no line of text")
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }
}
