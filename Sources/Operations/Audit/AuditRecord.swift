public import Cryptography
public import JOSE

/// A custom token that was minted.
///
/// The token itself is not in it; by its hash it can be told which line speaks of it.
public struct AuditRecord: Sendable, Equatable {
    /// When it was minted.
    public let time: NumericDate
    /// The request that asked for it.
    public let requestID: RequestID
    /// For whom it is.
    public let uid: String
    /// The client that asked for it.
    public let client: String
    /// The provider that knows the user; nil where a server minted by its own right.
    public let provider: String?
    /// The grant, such as `token_exchange`.
    public let grant: String
    /// By what the credential was proven to have been issued to our client.
    public let proof: String
    /// The key it is signed with.
    public let keyID: String
    /// The hash of the token.
    public let tokenHash: SHA256Digest

    /// Makes a record.
    public init(
        time: NumericDate, requestID: RequestID, uid: String, client: String, provider: String?, grant: String,
        proof: String, keyID: String, tokenHash: SHA256Digest
    ) {
        self.time = time
        self.requestID = requestID
        self.uid = uid
        self.client = client
        self.provider = provider
        self.grant = grant
        self.proof = proof
        self.keyID = keyID
        self.tokenHash = tokenHash
    }

    /// The members of its line after those of the chain, each with a comma before it.
    var members: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendAuditMember("kind", "mint")
        bytes.appendAuditMember("time", time.utc)
        bytes.appendAuditMember("request_id", requestID.text)
        bytes.appendAuditMember("uid", uid)
        bytes.appendAuditMember("client", client)
        if let provider { bytes.appendAuditMember("provider", provider) }
        bytes.appendAuditMember("grant", grant)
        bytes.appendAuditMember("proof", proof)
        bytes.appendAuditMember("key_id", keyID)
        bytes.appendAuditMember("token_sha256", tokenHash.hexadecimal)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a comma and a member, exact and printable.
    mutating func appendAuditMember(_ name: String, _ value: String) {
        append(contentsOf: ",\"\(name)\":".utf8)
        appendPrintableJSONString(value)
    }
}
