@testable import Cryptography
import JOSE
import StrictJSON
import Testing
import TestSupport

@Suite("Guard around libjwt")
struct LibJWTTests {
    private static func token(_ name: String, of identifier: String = "B26") throws -> CompactJWS {
        let file = try CaseFile(identifier)
        return try CompactJWS(parsing: OuterBlanks.trimmed(file.bytes(name)))
    }

    private static func publicPEM() throws -> [UInt8] {
        try CaseFile("B26").bytes("public.pem")
    }

    @Test("a right token is found right")
    func verifies() throws {
        let token = try Self.token("good.jwt")
        let pem = try Self.publicPEM()
        #expect(throws: Never.self) { try LibJWT.verifyRS256(token, publicKeyPEM: pem) }
    }

    @Test(
        "what libjwt would accept or is not asked about is refused",
        arguments: [
            "hs256-public-pem.jwt", "hs256-public-pem-no-newline.jwt", "hs256-empty-key.jwt", "rs512-header.jwt",
            "other-key.jwt", "payload-swapped.jwt", "zero-signature.jwt",
        ])
    func refuses(name: String) throws {
        let token = try Self.token(name)
        let pem = try Self.publicPEM()
        #expect(throws: CryptographyError(.keyProbeFailed, "")) { try LibJWT.verifyRS256(token, publicKeyPEM: pem) }
    }

    @Test("no key, with which libjwt accepts everything, is refused, and so is what is no key")
    func refusesMissingKey() throws {
        let token = try Self.token("good.jwt")
        for pem in [[], [0x20], [UInt8]("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n".utf8)] as [[UInt8]] {
            #expect(throws: CryptographyError(.keyProbeFailed, "")) { try LibJWT.verifyRS256(token, publicKeyPEM: pem) }
        }
    }

    @Test("what libjwt would overlook is refused before it is asked")
    func refusesBeforeAsking() throws {
        for name in ["none.jwt", "none-odd-case.jwt", "none-with-signature.jwt"] {
            #expect(throws: JOSEError(.algorithmNone, "")) { try Self.token(name) }
        }
        for name in ["crit-unknown.jwt", "crit-b64-false.jwt"] {
            #expect(throws: JOSEError(.criticalHeaderNotUnderstood, "")) { try Self.token(name, of: "B30") }
        }
    }

    @Test("a token of libjwt alone is right for us too")
    func encodes() throws {
        let key = try SharedKey.made.get()
        let text = try LibJWT.encodeRS256(claims: #"{"a":1}"#, privateKeyPEM: key.unencryptedPEM())
        let token = try CompactJWS(parsing: text)
        #expect(token.unverifiedHeader.algorithm == .rs256)
        #expect(token.unverifiedPayload == [UInt8](#"{"a":1}"#.utf8))
        try key.publicKey.verify(token.signature, over: token.signingInput, algorithm: .rs256)
    }

    @Test("claims that are no object, and what is no private key, make no token")
    func encodesNothingElse() throws {
        let pem = try SharedKey.made.get().unencryptedPEM()
        let publicPEM = try SharedKey.made.get().publicKey.pem()
        // libjwt leaves its errors in OpenSSL's queue, which the probe clears; here nothing else would.
        OpenSSLErrorQueue.isolated {
            #expect(throws: CryptographyError(.keyProbeFailed, "")) {
                try LibJWT.encodeRS256(claims: "[1]", privateKeyPEM: pem)
            }
            #expect(throws: CryptographyError(.keyProbeFailed, "")) {
                try LibJWT.encodeRS256(claims: "{}", privateKeyPEM: publicPEM)
            }
        }
    }
}
