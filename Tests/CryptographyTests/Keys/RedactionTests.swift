@testable import Cryptography
import Foundation
import JOSE
import Testing

@Suite("Secrets in what is printed")
struct RedactionTests {
    /// What a value looks like by every way of printing it.
    private static func printed(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            "\(value)", String(describing: value), String(reflecting: value), dumped, "\(Optional(value) as Any)",
            String(reflecting: [value]), "\(["key": value])",
        ]
    }

    /// Every way in which bytes may show: as text, hexadecimal, base64 and as a list of numbers.
    private static func traces(of secret: [UInt8]) -> [String] {
        let some = secret.prefix(9)
        let hexadecimal = some.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return [
            String(decoding: some, as: UTF8.self), hexadecimal, hexadecimal.uppercased(),
            Data(some).base64EncodedString(), some.map { String($0) }.joined(separator: ", "),
            some.map { "- \($0)" }.joined(separator: "\n"), "- \(some[some.startIndex])\n",
        ]
    }

    private static func expectNothing(of secret: [UInt8], in texts: [String]) {
        for text in texts {
            for trace in traces(of: secret) { #expect(!text.contains(trace)) }
        }
    }

    @Test("the traces that are looked for show in a plain array")
    func findsTraces() {
        let secret = [UInt8](repeating: 0x53, count: 32)
        let texts = Self.printed(secret)
        #expect(Self.traces(of: secret).contains { trace in texts.contains { $0.contains(trace) } })
    }

    @Test("a secret for HMAC shows nothing but its algorithm")
    func redactsHMACKey() throws {
        let secret = [UInt8]("S3CRET-S3CRET-S3CRET-S3CRET-S3CRET".utf8)
        let key = try HMACKey(secret: secret, algorithm: .hs256)
        let set = VerificationKeySet(entries: [.init(keyID: "k", algorithm: nil, key: key)])
        #expect(key.description == "HS256 secret (redacted)")
        #expect(key.debugDescription == "HS256 secret (redacted)")
        #expect(Self.printed(key).allSatisfy { $0.contains("HS256 secret (redacted)") })
        Self.expectNothing(of: secret, in: Self.printed(key) + Self.printed(set))
    }

    @Test("a private key shows nothing but its kind and length, before the probe and after")
    func redactsPrivateKey() throws {
        let key = try SharedKey.made.get()
        let numbers = try RSANumbers(pkcs8: der(inPEM: key.unencryptedPEM()))
        let texts = try Self.printed(key) + Self.printed(SharedKey.probed.get()) + Self.printed(key.evpKey)
        #expect(key.description == "RSA private key of 2048 bits (redacted)")
        #expect(key.debugDescription == "RSA private key of 2048 bits (redacted)")
        #expect(Self.printed(key).allSatisfy { $0.contains("RSA private key of 2048 bits (redacted)") })
        let secrets: [RSANumbers.Name] = [
            .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient,
        ]
        for name in secrets {
            let secret = numbers[name].drop { $0 == 0 }
            for text in texts {
                for trace in Self.traces(of: [UInt8](secret)).prefix(6) { #expect(!text.contains(trace)) }
            }
        }
    }

    @Test("bytes that are to be wiped show nothing")
    func redactsWipedBytes() {
        let secret = [UInt8]("S3CRET-S3CRET-S3CRET".utf8)
        let wiped = WipedBytes(secret)
        Self.expectNothing(of: secret, in: Self.printed(wiped))
        #expect(wiped.bytes == secret)
    }

    @Test("errors about a key hold none of its text")
    func keepsKeysOutOfErrors() throws {
        let text = try SharedKey.made.get().unencryptedPEM()
        let body = String(decoding: text, as: UTF8.self).split(separator: "\n")[5]
        var damaged = text
        damaged[text.count / 2] = UInt8(ascii: "!")
        let error = #expect(throws: CryptographyError(.keyDamaged, "")) { try RSAPrivateKey(parsing: damaged) }
        let shown = Self.printed(try #require(error))
        #expect(shown.allSatisfy { !$0.contains(body.prefix(12)) && !$0.contains("!") })
    }
}
