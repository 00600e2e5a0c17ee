import JOSE
import OAuthClient
import Providers
import StrictJSON

/// Looks at what a provider publishes now, for its operator: nothing that it finds is used for proofs.
public struct ProviderInspection: Sendable {
    /// One thing that was looked at.
    public struct Finding: Sendable {
        /// How it is.
        public enum Verdict: String, Sendable {
            /// As it should be.
            case right
            /// Different from what the preset or configuration says, which is what counts.
            case different
            /// It could not be had or is unusable.
            case failed
            /// There is nothing to look at.
            case none
        }

        /// What was looked at, such as `metadata` or `token_endpoint`.
        public let subject: String
        /// How it is.
        public let verdict: Verdict
        /// What was found, in a sentence.
        public let detail: String
    }

    private let connection: ProviderConnection

    /// Makes an inspection.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Fetches metadata and keys.
    ///
    /// - Returns: What was found.
    public func findings() async -> [Finding] {
        let (metadata, first) = await metadata()
        var findings = [first]
        if let metadata { findings += differences(from: metadata) }
        findings.append(await keys(metadata))
        return findings
    }

    private func metadata() async -> (AuthorizationServerMetadata?, Finding) {
        let preset = connection.provider.preset
        guard let url = preset.endpoints.discovery else {
            return (nil, Finding(subject: "metadata", verdict: .none, detail: "the provider publishes none"))
        }
        do throws(OAuthClientError) {
            let response = try await connection.transport.send(.document(url))
            let document = try response.document("metadata", from: url)
            let metadata = try Self.metadata(in: document, try preset.acceptableMetadataIssuers())
            return (metadata, Finding(subject: "metadata", verdict: .right, detail: "issuer \(metadata.issuer)"))
        } catch {
            return (nil, Finding(subject: "metadata", verdict: .failed, detail: error.reason))
        }
    }

    private static func metadata(
        in document: JSONObject, _ issuers: [ExpectedIssuer]
    ) throws(OAuthClientError) -> AuthorizationServerMetadata {
        var failure = OAuthClientError(.issuerMismatch, "the provider has no issuer to compare with")
        for issuer in issuers {
            do throws(OAuthClientError) {
                return try AuthorizationServerMetadata(document, expecting: issuer)
            } catch {
                failure = error
                guard error.code == .issuerMismatch else { break }
            }
        }
        throw failure
    }

    private func differences(from metadata: AuthorizationServerMetadata) -> [Finding] {
        let endpoints = connection.provider.preset.endpoints
        return [
            ("authorization_endpoint", endpoints.authorization, metadata.authorizationEndpoint),
            ("token_endpoint", endpoints.token, metadata.tokenEndpoint),
            ("jwks_uri", endpoints.keySet, metadata.jwksURI),
            (
                "device_authorization_endpoint", endpoints.deviceAuthorization, metadata.deviceAuthorizationEndpoint
            ),
        ].compactMap { subject, known, published in
            guard let published else { return nil }
            switch known {
            case .address(let url) where url == published: return Finding(subject, .right, url.text)
            case .address(let url):
                return Finding(subject, .different, "\(url.text) is used, and the metadata says \(published.text)")
            case .discovered: return Finding(subject, .right, published.text)
            case .none: return nil
            }
        }
    }

    private func keys(_ metadata: AuthorizationServerMetadata?) async -> Finding {
        let provider = connection.provider
        guard provider.idToken != nil else { return Finding("keys", .none, "ID tokens are not accepted") }
        if case .file(let fixed) = provider.keys {
            return Finding("keys", .right, "\(fixed.keys.entries.count) in the configured file")
        }
        do throws(ProviderError) {
            let url = try provider.endpoints(metadata).keySet
            return await keys(at: url)
        } catch {
            return Finding("keys", .failed, error.reason)
        }
    }

    private func keys(at url: EndpointURL) async -> Finding {
        do throws(OAuthClientError) {
            let response = try await connection.transport.send(.document(url))
            let keys = try FixedKeySet(parsing: try response.documentBody("key set", from: url), format: .jwks)
            let names = keys.keys.entries.map { $0.keyID?.quotedExcerpt ?? "without a name" }
            let skipped = keys.skipped.isEmpty ? "" : "; left out: \(keys.skipped.joined(separator: "; "))"
            return Finding("keys", .right, "\(names.count) usable: \(names.joined(separator: ", "))\(skipped)")
        } catch {
            return Finding("keys", .failed, error.reason)
        }
    }
}

extension ProviderInspection.Finding {
    fileprivate init(_ subject: String, _ verdict: Verdict, _ detail: String) {
        self.init(subject: subject, verdict: verdict, detail: detail)
    }
}
