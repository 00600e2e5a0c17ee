@testable import Cryptography
import JOSE
import Testing

@Suite("Private keys with a number that is not right")
struct DamagedKeyTests {
    private static func numbers() throws -> RSANumbers {
        try RSANumbers(pkcs8: der(inPEM: SharedKey.made.get().unencryptedPEM()))
    }

    /// Reads and probes a key; gives back the code of the refusal.
    private static func refusal(of numbers: RSANumbers) -> CryptographyError.Code? {
        do throws(CryptographyError) {
            _ = try ProbedSigningKey(probing: RSAPrivateKey(parsing: pem("RSA PRIVATE KEY", numbers.pkcs1)))
            return nil
        } catch {
            return error.code
        }
    }

    @Test("the structure, put together again unchanged, is the same key")
    func readsUnchangedKey() throws {
        let numbers = try Self.numbers()
        #expect(Self.refusal(of: numbers) == nil)
        let again = try RSAPrivateKey(parsing: pem("RSA PRIVATE KEY", numbers.pkcs1))
        #expect(try again.unencryptedPEM() == (try SharedKey.made.get().unencryptedPEM()))
    }

    @Test(
        "a key whose exponent, prime or CRT number is changed must not sign",
        arguments: [.privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient] as [RSANumbers.Name])
    func refusesChangedNumber(name: RSANumbers.Name) throws {
        var numbers = try Self.numbers()
        numbers[name][numbers[name].count / 2] ^= 0x10
        #expect(Self.refusal(of: numbers) == .keyProbeFailed)
    }

    @Test("a key whose modulus is that of another key must not sign")
    func refusesOtherModulus() throws {
        var numbers = try Self.numbers()
        numbers[.modulus][100] ^= 0x10
        #expect(Self.refusal(of: numbers) == .keyProbeFailed)
    }

    @Test("a key whose public exponent is another one must not sign")
    func refusesOtherPublicExponent() throws {
        var numbers = try Self.numbers()
        numbers[.publicExponent] = [0x03]
        #expect(Self.refusal(of: numbers) == .keyProbeFailed)
    }

    @Test("a key whose public exponent is 1 or whose modulus is even is refused as weak")
    func refusesWeakNumbers() throws {
        var numbers = try Self.numbers()
        numbers[.publicExponent] = [0x01]
        #expect(Self.refusal(of: numbers) == .keyWeak)
        numbers = try Self.numbers()
        numbers[.modulus][numbers[.modulus].count - 1] ^= 0x01
        #expect(Self.refusal(of: numbers) == .keyWeak)
    }

    @Test("a structure that is cut off or has bytes too many is refused by the name of that")
    func refusesOtherLengths() throws {
        let der = try Self.numbers().pkcs1
        #expect(throws: CryptographyError(.keyTruncated, "")) {
            try RSAPrivateKey(parsing: pem("RSA PRIVATE KEY", [UInt8](der.dropLast(100))))
        }
        #expect(throws: CryptographyError(.keyDamaged, "")) {
            try RSAPrivateKey(parsing: pem("RSA PRIVATE KEY", der + [0]))
        }
    }
}
