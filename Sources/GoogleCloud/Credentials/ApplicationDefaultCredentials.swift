import Glibc
import StrictJSON

/// Finds the credential of this machine, in the order of Google's libraries (FB-24): the environment, the file that
/// gcloud keeps, the metadata server.
///
/// What is there and cannot be used is an error: nothing else is tried, so that nothing is signed by another account
/// than the one that was meant.
public struct ApplicationDefaultCredentials: Sendable {
    /// The variable that names a file.
    public static let environmentVariable = "GOOGLE_APPLICATION_CREDENTIALS"

    private let environment: [String: String]
    private let connection: GoogleConnection

    /// Makes a search; nothing is looked at.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - connection: What calls need.
    public init(environment: [String: String], connection: GoogleConnection) {
        self.environment = environment
        self.connection = connection
    }

    /// Finds the credential.
    ///
    /// - Returns: The credential, with where it was found.
    /// - Throws: `GoogleCloudError`; with code `credentialsNotFound` where there is none, with each place that was
    ///   looked at.
    public func find() async throws(GoogleCloudError) -> GoogleCredential {
        let reader = CredentialReader(connection: connection)
        var looked: [String] = []
        if let path = environment[Self.environmentVariable], !path.isEmpty {
            let place = "\(Self.environmentVariable) (\(path.argumentExcerpt))"
            return try reader.credential(CredentialFile(path: path, place: place))
        }
        looked.append("\(Self.environmentVariable) is not set")
        if let path = wellKnownFile {
            if unsafe access(path, F_OK) == 0 {
                return try reader.credential(CredentialFile(path: path, place: "gcloud's file \(path.quotedExcerpt)"))
            }
            looked.append("there is no \(path.quotedExcerpt)")
        }
        do throws(GoogleCloudError) {
            return try await metadataServer()
        } catch {
            guard error.code == .unavailable || error.code == .credentialsNotFound else { throw error }
            looked.append(error.reason)
        }
        throw GoogleCloudError(
            .credentialsNotFound, "there is no credential for Google: \(looked.joined(separator: "; "))",
            hint: "set \(Self.environmentVariable) to a file, or run gcloud auth application-default login")
    }

    /// The credential in a file that the configuration names.
    ///
    /// - Parameter path: The file.
    /// - Returns: The credential.
    /// - Throws: `GoogleCloudError`.
    public func credential(inFile path: String) throws(GoogleCloudError) -> GoogleCredential {
        let file = try CredentialFile(path: path, place: "the file \(path.argumentExcerpt)")
        return try CredentialReader(connection: connection).credential(file)
    }

    private func metadataServer() async throws(GoogleCloudError) -> GoogleCredential {
        let server = try MetadataServer(environment: environment, connection: connection)
        let account = try await server.account()
        try await server.checkUniverse()
        // A machine may hide its project, and nothing depends on it.
        let projectID = try? await server.projectID()
        return GoogleCredential(
            .metadataServer, place: "the metadata server", account: account, projectID: projectID,
            tokens: KeptAccessToken(server, clock: connection.clock))
    }

    /// Where gcloud keeps the sign-in for applications.
    private var wellKnownFile: String? {
        let name = "application_default_credentials.json"
        if let folder = environment["CLOUDSDK_CONFIG"], !folder.isEmpty { return "\(folder)/\(name)" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/.config/gcloud/\(name)"
    }
}
