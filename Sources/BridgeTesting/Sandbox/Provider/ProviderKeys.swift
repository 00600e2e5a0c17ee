import JOSE
import Cryptography
import StrictJSON

/// The keys of the sandbox provider: one of each kind signs, and those before it stay published.
struct ProviderKeys: Sendable {
    /// How many keys of each kind are published.
    private static let mostPublished = 3

    private var ellipticCurve: [SandboxKey]
    private var rsa: [SandboxKey]

    init(_ keys: SandboxKeys) {
        ellipticCurve = [keys.providerP256]
        rsa = [keys.providerRSA]
    }

    init(_ source: SandboxSource) throws(SandboxError) {
        ellipticCurve = [try .p256(source.random)]
        rsa = [try .rsa(source.random)]
    }

    /// The key that signs.
    func key(for algorithm: SandboxClient.SigningAlgorithm) -> SandboxKey {
        switch algorithm {
        case .es256: ellipticCurve[0]
        case .rs256: rsa[0]
        }
    }

    /// Lets new keys sign.
    mutating func rotate(to new: ProviderKeys) {
        ellipticCurve = Array((new.ellipticCurve + ellipticCurve).prefix(Self.mostPublished))
        rsa = Array((new.rsa + rsa).prefix(Self.mostPublished))
    }

    /// Publishes the keys no more that sign no more.
    mutating func forgetOld() {
        ellipticCurve = [ellipticCurve[0]]
        rsa = [rsa[0]]
    }

    /// The key set.
    var document: JSONObject {
        .of(["keys": .array((ellipticCurve + rsa).map { .object($0.publicKey.material.webKey(keyID: $0.keyID)) })])
    }
}
