@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Probed signing keys")
struct ProbedSigningKeyTests {
    @Test("a signature is as long as the modulus, right, and the same each time")
    func signs() throws {
        let key = try SharedKey.probed.get()
        let message = [UInt8]("header.payload".utf8)
        let signature = try key.signature(over: message)
        #expect(key.algorithm == .rs256)
        #expect(key.bits == 2048)
        #expect(signature.count == 256)
        #expect(try key.signature(over: message) == signature)
        try key.publicKey.verify(signature, over: message, algorithm: .rs256)
        #expect(throws: JOSEError(.signatureInvalid, "")) {
            try key.publicKey.verify(signature, over: message + [0], algorithm: .rs256)
        }
    }

    @Test("an empty message and a large one are signed", arguments: [0, 1, 100_000])
    func signsAnyLength(count: Int) throws {
        let key = try SharedKey.probed.get()
        let message = [UInt8](repeating: 0x41, count: count)
        try key.publicKey.verify(key.signature(over: message), over: message, algorithm: .rs256)
    }

    @Test(
        "tokens that another implementation signed are signed again to the same bytes",
        .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
    func signsAsOthers() throws {
        let folder = "\(try #require(Locations.vectors))/custom-tokens"
        let key = try ProbedSigningKey(probing: RSAPrivateKey(parsing: Locations.bytes("\(folder)/key.pem")))
        let publicPEM = try Locations.bytes("\(folder)/pub.pem")
        let file = try JSONValue(parsing: Locations.bytes("\(folder)/custom_tokens.json"), limits: .document)
        let entries = try #require(file.array)
        #expect(!entries.isEmpty)
        for entry in entries {
            let token = try CompactJWS(parsing: Fields(try #require(entry.object)).string("token"))
            #expect(try key.signature(over: token.signingInput) == token.signature)
            try LibJWT.verifyRS256(token, publicKeyPEM: publicPEM)
        }
    }

    @Test("a longer key passes the probe", arguments: [3072])
    func probesLongerKeys(bits: Int) throws {
        let key = try ProbedSigningKey(probing: RSAPrivateKey.generate(bits: bits))
        #expect(key.bits == bits)
        #expect(try key.signature(over: [1]).count == bits / 8)
    }
}
