/// A key that can sign.
public protocol JWSSigner: Sendable {
    /// The algorithm of its signatures.
    var algorithm: SignatureAlgorithm { get }

    /// Signs.
    ///
    /// - Parameter signingInput: What to sign.
    /// - Returns: The signature in the form of RFC 7518.
    /// - Throws: What the key's library throws.
    func signature(over signingInput: [UInt8]) throws -> [UInt8]
}
