import Cryptography
import CustomTokens
import JOSE
import StrictJSON

/// What is measured: a throw-away account, its signer, and tokens to verify.
struct Subject: Sendable {
    let keyFile: [UInt8]
    let privatePEM: [UInt8]
    let request: CustomTokenRequest
    let signer: ServiceAccountSigner
    let publicKey: PublicKey
    /// A token as text, as a verifier gets it.
    let token: [UInt8]
    let keys: VerificationKeySet
    /// The developer claims as text.
    let claimsText: [UInt8]

    init() throws {
        let key = try RSAPrivateKey.generate(bits: 2048)
        privatePEM = try key.unencryptedPEM()
        keyFile = try ServiceAccount.keyFile(
            privateKey: key, email: "bench@demo.iam.gserviceaccount.com", projectID: "demo",
            privateKeyID: String(repeating: "0123456789", count: 4))
        claimsText = [UInt8](
            #"{"role":"editor","level":7,"groups":["a","b","c"],"limits":{"daily":100,"rate":1.5},"active":true}"#.utf8)
        request = CustomTokenRequest(userID: try UserID("user-12345"), claims: try CustomClaims(parsing: claimsText))
        let account = try ServiceAccount(parsing: keyFile)
        signer = try ServiceAccountSigner(account, clock: SystemWallClock())
        publicKey = account.privateKey.publicKey
        token = [UInt8](try signer.customToken(for: request).serialized.utf8)
        keys = VerificationKeySet(entries: [.init(keyID: signer.keyID, algorithm: .rs256, key: publicKey)])
    }
}
