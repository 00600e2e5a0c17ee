import Cryptography
@testable import CustomTokens
import Foundation
import JOSE
import StrictJSON
import Testing

@Suite("Examination: the signature and who judges it")
struct SignatureRuleTests {
    @Test("a right signature is right by both implementations, with any form of the key")
    func right() throws {
        let authorities: [ExaminationContext.Authority] = [
            .serviceAccount(try Fixtures.account.get()), .publicKey(try PublicKey(parsing: Fixtures.keyText("public"))),
            .publicKey(try PublicKey(parsing: Fixtures.keyText("certificate"))),
        ]
        for authority in authorities {
            let examination = try Forge.examine(Forge.token(), authority: authority)
            #expect(examination.verdict == .accepted)
            #expect(examination.signature?.openSSL == .valid)
            #expect(examination.signature?.libJWT == .valid)
        }
    }

    @Test("a kid that is not the key's own is no fault, and is told")
    func otherKeyID() throws {
        let examination = try Forge.examine(Forge.token(header: #"{"alg":"RS256","typ":"JWT","kid":"other"}"#))
        #expect(examination.verdict == .accepted)
        #expect(examination[.signature]?.detail.contains("its kid is \"other\"") == true)
        let own = try Forge.examine(Forge.token())
        #expect(own[.signature]?.detail == "right by OpenSSL and by libjwt")
    }

    @Test("a signature by another key is wrong by both implementations")
    func otherKey() throws {
        let examination = try Forge.examine(Forge.token(by: Fixtures.otherSigningKey.get()))
        expectBroken(.signature, code: Forge.Code.invalid, in: examination)
        #expect(examination.signature?.openSSL == .invalid)
        #expect(examination.signature?.libJWT == .invalid)
        #expect(examination.decisive?.detail == "wrong by OpenSSL and by libjwt")
    }

    @Test("a signature that only one implementation finds right is refused, and the other is named")
    func disagreement() throws {
        // No token is known that the rules let through and the two read differently, so the opinions are made up.
        let token = UnverifiedToken([UInt8](try Forge.token().utf8))
        let opinions = [
            SignatureOpinions(openSSL: .valid, libJWT: .invalid), SignatureOpinions(openSSL: .invalid, libJWT: .valid),
        ]
        let context = ExaminationContext(authority: .none, projectID: nil, tenantID: nil, now: Fixtures.now)
        for opinions in opinions {
            #expect(!opinions.isProven)
            let rules = TrustRules(token: token, opinions: opinions, context: context)
            let finding = rules.findings[.signature]
            #expect(finding?.verdict == .failed)
            #expect(finding?.code == Forge.Code.invalid)
            #expect(
                finding?.detail == "OpenSSL says \(opinions.openSSL.rawValue), libjwt \(opinions.libJWT.rawValue)")
        }
    }

    @Test("a payload or a header that was changed after signing is refused")
    func tampered() throws {
        let parts = try Forge.token().split(separator: ".").map(String.init)
        let payload = Base64URL.encode(Forge.payload(["uid": "admin"]).utf8)
        expectBroken(.signature, code: Forge.Code.invalid, in: try Forge.examine("\(parts[0]).\(payload).\(parts[2])"))
        let header = Base64URL.encode(#"{"alg":"RS256"}"#.utf8)
        expectBroken(.signature, code: Forge.Code.invalid, in: try Forge.examine("\(header).\(parts[1]).\(parts[2])"))
    }

    @Test("a signature of another length is refused", arguments: [1, 255, 257, 512])
    func otherLength(_ count: Int) throws {
        let parts = try Forge.token().split(separator: ".").map(String.init)
        var signature = try Base64URL.decode(parts[2].utf8)
        signature = Array((signature + signature).prefix(count))
        let text = "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))"
        expectBroken(.signature, code: Forge.Code.invalid, in: try Forge.examine(text))
    }

    @Test("HS256 keyed with the public key is not even tried")
    func algorithmConfusion() throws {
        let input =
            "\(Base64URL.encode(#"{"alg":"HS256","typ":"JWT"}"#.utf8)).\(Base64URL.encode(Forge.payload().utf8))"
        // Made once with the bytes of public.pem as the secret, which the check proves.
        let signature = try Base64URL.decode("104fnhTu1kKMD9ydEguanUGkOpo9G4qAZDFzA86pW-I".utf8)
        try HMACKey(secret: Fixtures.keyText("public"), algorithm: .hs256)
            .verify(signature, over: Array(input.utf8), algorithm: .hs256)
        let examination = try Forge.examine("\(input).\(Base64URL.encode(signature))")
        expectBroken(.header, code: Forge.Code.invalid, in: examination)
        #expect(examination.signature?.openSSL == .notAsked)
    }

    @Test("without a key nothing is proven: the verdict is open, and what to give is told")
    func withoutKey() throws {
        let examination = try Forge.examine(Forge.token(), authority: ExaminationContext.Authority.none)
        #expect(examination.verdict == .undecided)
        #expect(examination.signature == nil)
        #expect(examination[.signature]?.verdict == .unknown)
        #expect(examination[.signature]?.cure?.contains("--public-key") == true)
    }

    @Test("without a key a forged token is open too, never accepted")
    func forgedWithoutKey() throws {
        let token = try Forge.token(by: Fixtures.otherSigningKey.get())
        #expect(try Forge.examine(token, authority: ExaminationContext.Authority.none).verdict == .undecided)
    }

    @Test("without a key a broken rule still refuses")
    func brokenWithoutKey() throws {
        let examination = try Forge.examine(Forge.token(["aud": "x"]), authority: ExaminationContext.Authority.none)
        expectBroken(.audience, code: Forge.Code.invalid, in: examination)
    }

    @Test("an EC key as the authority accepts nothing")
    func otherKindOfKey() throws {
        let text = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAKg88RNQ6UvnJeXm9hQKQ3T90/HX
            zfhMbvp6TgvuxOju8hch6DZnjd2HAvuCNQDZMm2uenG0/1W6M/gW9ZLhTw==
            -----END PUBLIC KEY-----
            """
        let key = try PublicKey(parsing: Array(text.utf8))
        let examination = try Forge.examine(Forge.token(), authority: .publicKey(key))
        expectBroken(.signature, code: Forge.Code.invalid, in: examination)
    }

    @Test("the content is what the token says, proven or not")
    func content() throws {
        let token = try Forge.token(["uid": 12345, "tenant_id": "tenant-7abcd"])
        let content = try #require(Forge.examine(token, authority: ExaminationContext.Authority.none).content)
        #expect(content.uid == "12345")
        #expect(content.issuer == Fixtures.email)
        #expect(content.tenantID == "tenant-7abcd")
        #expect(content.keyID == Fixtures.keyID)
        #expect(content.issuedAt == Fixtures.now - 5)
        #expect(content.expiration == Fixtures.now + 3595)
    }
}
