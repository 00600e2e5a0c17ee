import OAuthClient
import Bridge
import Configuration
import Cryptography
import HTTPServer
import JOSE
import StrictJSON

/// The documents that anybody may read, made once for a configuration.
struct PublishedDocuments: Sendable {
    /// How long others may keep the keys, in seconds.
    private static let keysLifetime = 300
    /// How long others may keep the metadata, in seconds.
    private static let metadataLifetime = 3600

    /// The path of the issuer; empty where it has none.
    let pathPrefix: String
    /// The host of the issuer, as pages show it.
    let host: String
    /// What we say of ourselves (RFC 8414).
    let metadata: CachedDocument
    /// The keys that custom tokens are signed with.
    let keys: CachedDocument
    /// The description of the service for programs.
    let description: CachedDocument

    /// Makes the documents.
    ///
    /// - Throws: `CryptographyError` where they cannot be hashed.
    init(_ configuration: BridgeConfiguration, keys: ServiceKeys) throws {
        let issuer = configuration.issuer.text
        let rest = issuer.firstRange(of: "://").map { issuer[$0.upperBound...] } ?? issuer[...]
        let path = rest.drop { $0 != "/" }
        pathPrefix = String(path.hasSuffix("/") ? path.dropLast() : path)
        host = String(rest.prefix { $0 != "/" })
        let facts = PublishedMetadata.Facts(
            clients: configuration.clients,
            assertionAlgorithms: ["RS256", "PS256", "ES256", "ES384", "EdDSA"])
        metadata = try CachedDocument(
            PublishedMetadata.document(issuer: configuration.issuer, facts: facts).compactBytes,
            type: "application/json", lifetime: Self.metadataLifetime)
        self.keys = try CachedDocument(
            Self.keySet(keys.published).compactBytes, type: "application/jwk-set+json", lifetime: Self.keysLifetime)
        description = try CachedDocument(
            OpenAPIDescription.document(issuer: issuer).compactBytes, type: "application/json",
            lifetime: Self.metadataLifetime)
    }

    /// The public halves of the keys that sign (RFC 7517, section 5).
    private static func keySet(_ keys: [ServiceKeys.PublishedKey]) -> JSONObject {
        var set = JSONObject()
        set["keys"] = .array(keys.map { .object($0.key.webKey(keyID: $0.id)) })
        return set
    }
}

/// A document with the validator by which others learn that it has not changed (RFC 9110, section 8.8.3).
struct CachedDocument: Sendable {
    private let bytes: [UInt8]
    private let type: String
    private let lifetime: Int
    private let entityTag: String

    /// Makes a document.
    ///
    /// - Throws: `CryptographyError`.
    init(_ bytes: [UInt8], type: String, lifetime: Int) throws(CryptographyError) {
        self.bytes = bytes
        self.type = type
        self.lifetime = lifetime
        entityTag = "\"\(try SHA256Digest(of: bytes).hexadecimal.prefix(32))\""
    }

    /// The document, or that it has not changed.
    func response(to request: ServerRequest) -> ServerResponse {
        let headers = [("Cache-Control", "public, max-age=\(lifetime)"), ("ETag", entityTag)]
        let known = request.headers.values("If-None-Match").joined(separator: ",")
        if known.utf8.elementsEqual("*".utf8) || known.contains(entityTag) {
            return ServerResponse(
                status: 304, headers: HeaderFields(headers.map { HeaderFields.Field($0.0, $0.1) }))
        }
        return .document(bytes, type: type, headers: headers)
    }
}
