public import Cryptography

/// The first keys of a sandbox, which take a moment to make: several sandboxes of one test run may have the same.
public struct SandboxKeys: Sendable {
    let providerP256: SandboxKey
    let providerRSA: SandboxKey
    let session: SandboxKey
    let cookie: SandboxKey

    /// Makes new keys.
    ///
    /// - Parameter random: Where their identifiers, and those on P-256, come from.
    /// - Throws: `SandboxError` with code `failed`.
    public init(random: any RandomSource) throws(SandboxError) {
        providerP256 = try .p256(random)
        providerRSA = try .rsa(random)
        session = try .rsa(random)
        cookie = try .rsa(random)
    }
}
