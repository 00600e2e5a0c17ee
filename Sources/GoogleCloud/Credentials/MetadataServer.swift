import OAuthClient
import StrictJSON

/// The metadata server of a machine in Google's cloud: it tells the account, and gives access tokens.
public struct MetadataServer: Sendable {
    private static let standardHost = "metadata.google.internal"
    private static let flavor = HTTPField(name: "Metadata-Flavor", value: "Google")

    private let host: String
    private let patience: Duration
    private let connection: GoogleConnection

    /// Takes the server that the environment names, or the usual one; nothing is sent.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - connection: What calls need.
    /// - Throws: `GoogleCloudError` with code `parameterInvalid`; or `credentialsNotFound` where `NO_GCE_CHECK` says that
    ///   there is none.
    public init(environment: [String: String], connection: GoogleConnection) throws(GoogleCloudError) {
        if let value = environment["NO_GCE_CHECK"]?.lowercased(), value == "true" || value == "1" {
            throw GoogleCloudError(.credentialsNotFound, "NO_GCE_CHECK says that there is no metadata server")
        }
        let named = ["GCE_METADATA_HOST", "GCE_METADATA_IP"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        host = named ?? Self.standardHost
        patience = try Self.patience(environment["GCE_METADATA_TIMEOUT"])
        self.connection = connection
        _ = try url("/")
    }

    private static func patience(_ text: String?) throws(GoogleCloudError) -> Duration {
        guard let text, !text.isEmpty else { return .seconds(3) }
        guard text.utf8.count <= 3, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int(text), seconds > 0
        else {
            throw GoogleCloudError(
                .parameterInvalid, "GCE_METADATA_TIMEOUT is \(text.argumentExcerpt), not a number of seconds")
        }
        return .seconds(seconds)
    }

    private func url(_ path: String) throws(GoogleCloudError) -> EndpointURL {
        do throws(OAuthClientError) {
            return try EndpointURL(metadataServer: "http://\(host)\(path)")
        } catch {
            throw GoogleCloudError(
                .addressNotAllowed, "the metadata server is not asked: \(error.reason)",
                hint: "GCE_METADATA_HOST is metadata.google.internal, an address of 169.254.0.0/16, or this machine")
        }
    }

    /// The account of the machine.
    ///
    /// - Returns: The account.
    /// - Throws: `GoogleCloudError` with code `metadataServerNotTrusted` or `unavailable`.
    public func account() async throws(GoogleCloudError) -> AccountName {
        let text = try await text("/computeMetadata/v1/instance/service-accounts/default/email")
        do throws(GoogleCloudError) {
            return try AccountName(text)
        } catch {
            // A proxy's page of errors must not become an account.
            throw GoogleCloudError(
                .metadataServerNotTrusted, "the metadata server at \(host) gives no e-mail address as its account",
                hint: "give the machine a service account, or name one in the configuration")
        }
    }

    /// The project of the machine.
    ///
    /// - Returns: The project.
    /// - Throws: `GoogleCloudError` with code `metadataServerNotTrusted` or `unavailable`.
    public func projectID() async throws(GoogleCloudError) -> String {
        let text = try await text("/computeMetadata/v1/project/project-id")
        guard 1...100 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "<") }) else {
            throw GoogleCloudError(
                .metadataServerNotTrusted, "the metadata server at \(host) gives no identifier as its project")
        }
        return text
    }

    /// Checks that the machine is in the cloud whose services are configured.
    ///
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`.
    func checkUniverse() async throws(GoogleCloudError) {
        let response = try await response("/computeMetadata/v1/universe/universe-domain")
        guard response.status != 404 else { return }
        let name = String(decoding: OuterBlanks.trimmed(response.body), as: UTF8.self)
        guard response.status == 200, !name.isEmpty else { return }
        guard name.hasSameBytes(as: connection.universe.name) else {
            throw GoogleCloudError(
                .addressNotAllowed,
                "the machine is in the cloud \(name.quotedExcerpt), and the configured one is \(connection.universe.name)",
                hint: "set \(UniverseDomain.environmentVariable)")
        }
    }

    private func text(_ path: String) async throws(GoogleCloudError) -> String {
        let response = try await response(path)
        guard response.status == 200 else {
            throw GoogleCloudError(
                .unavailable, "the metadata server at \(host) answered \(path) with status \(response.status)")
        }
        return String(decoding: OuterBlanks.trimmed(response.body), as: UTF8.self)
    }

    private func response(_ path: String) async throws(GoogleCloudError) -> HTTPResponse {
        let request = HTTPRequest.get(try url(path), fields: [Self.flavor])
        let response: HTTPResponse
        do throws(GoogleCloudError) {
            response = try await Deadline.within(patience, connection) { () throws(GoogleCloudError) in
                try await connection.send(request, .harmful)
            }
        } catch {
            guard error.code == .unavailable || error.code == .addressNotAllowed else { throw error }
            throw GoogleCloudError(.unavailable, "there is no metadata server at \(host): \(error.reason)")
        }
        guard response["Metadata-Flavor"] == "Google" else {
            throw GoogleCloudError(
                .metadataServerNotTrusted,
                "what answers at \(host) is no metadata server: its answer has no Metadata-Flavor: Google",
                hint: "outside of Google's cloud, set \(ApplicationDefaultCredentials.environmentVariable)")
        }
        return response
    }
}

extension MetadataServer: TokenGrant {
    func token() async throws(GoogleCloudError) -> GrantedToken {
        let response = try await response("/computeMetadata/v1/instance/service-accounts/default/token")
        let answer = TokenAnswer(action: "give an access token of this machine's account", secrets: SentSecrets([]))
        return try answer.token(response)
    }
}
