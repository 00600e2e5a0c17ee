import Cryptography
import JOSE

/// An X.509 certificate that wraps an RSA key, as Google keeps keys of accounts.
struct KeyCertificate: Sendable {
    /// The certificate as PEM.
    let pem: String
    /// The key in it.
    let publicKey: PublicKey
    /// The number of bits of the key.
    let bits: Int
    /// The first second in which it is valid, in seconds since 1970.
    let notBefore: Int64
    /// The last.
    let notAfter: Int64

    /// Reads a certificate.
    ///
    /// - Throws: `SandboxError` with code `certificateInvalid`.
    init(parsing pem: [UInt8]) throws(SandboxError) {
        let text = String(decoding: pem, as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----"), text.contains("-----END CERTIFICATE-----"),
            let der = Self.der(in: text), let validity = Self.validity(in: der)
        else { throw SandboxError(.certificateInvalid, "this is no X.509 certificate in PEM") }
        do throws(CryptographyError) {
            publicKey = try PublicKey(parsing: pem)
        } catch {
            throw SandboxError(.certificateInvalid, error.reason)
        }
        guard case .rsa(let modulus, _) = publicKey.material else {
            throw SandboxError(.certificateInvalid, "the certificate's key is no RSA key")
        }
        bits = RSAKeyRules.bitCount(modulus)
        self.pem = text
        (notBefore, notAfter) = validity
    }

    /// Makes a certificate that a key signs for itself.
    ///
    /// - Parameters:
    ///   - key: The key, an RSA key.
    ///   - commonName: The name of its subject.
    ///   - notBefore: The first second in which it is valid.
    ///   - notAfter: The last.
    /// - Throws: `SandboxError` with code `failed`.
    init(
        selfSignedBy key: SandboxKey, commonName: String, notBefore: Int64, notAfter: Int64
    ) throws(SandboxError) {
        let name = DER.sequence([
            DER.element(
                0x31, DER.sequence([[0x06, 0x03, 0x55, 0x04, 0x03], DER.element(0x0C, [UInt8](commonName.utf8))]))
        ])
        let validity = DER.sequence(
            [notBefore, notAfter].map { DER.date(NumericDate(secondsSinceEpoch: $0)) })
        // Digital signatures alone, marked as critical (RFC 5280, section 4.2.1.3).
        let usage = DER.sequence([
            [0x06, 0x03, 0x55, 0x1D, 0x0F], [0x01, 0x01, 0xFF], DER.element(0x04, [0x03, 0x02, 0x07, 0x80]),
        ])
        let body = DER.sequence([
            DER.element(0xA0, DER.integer([2])), DER.integer([1] + [UInt8](key.keyID.utf8.prefix(8))),
            DER.rsaWithSHA256, name, validity, name, try key.subjectPublicKeyInfo(),
            DER.element(0xA3, DER.sequence([usage])),
        ])
        let signature = try key.signature(over: body)
        let certificate = DER.sequence([body, DER.rsaWithSHA256, DER.element(0x03, [0] + signature)])
        try self.init(parsing: [UInt8](Self.pem(certificate).utf8))
    }

    private static func pem(_ der: [UInt8]) -> String {
        var lines = ["-----BEGIN CERTIFICATE-----"]
        var rest = StandardBase64.encode(der)[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return lines.joined(separator: "\n") + "\n-----END CERTIFICATE-----\n"
    }

    private static func der(in pem: String) -> [UInt8]? {
        let lines = pem.split(whereSeparator: \.isNewline)
        let body = lines.drop { !$0.contains("BEGIN CERTIFICATE") }.dropFirst().prefix { !$0.hasPrefix("-----") }
        return StandardBase64.decode(body.joined())
    }

    private static func validity(in der: [UInt8]) -> (Int64, Int64)? {
        var outer = DERReader(der)
        guard let certificate = outer.next(0x30) else { return nil }
        var parts = DERReader(certificate)
        guard let body = parts.next(0x30) else { return nil }
        var reader = DERReader(body)
        // Version 3 is what the upload demands; before it there were no extensions.
        guard let version = reader.next(0xA0), version == DER.integer([2]), reader.next(0x02) != nil,
            reader.next(0x30) != nil, reader.next(0x30) != nil, let times = reader.next(0x30)
        else { return nil }
        var dates = DERReader(times)
        guard let first = date(&dates), let last = date(&dates) else { return nil }
        return (first, last)
    }

    private static func date(_ reader: inout DERReader) -> Int64? {
        let isShort = reader.nextTag == 0x17
        guard let text = reader.next(isShort ? 0x17 : 0x18), text.count == (isShort ? 13 : 15),
            text.dropLast().allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        let digits = text.dropLast().map { Int64($0) - 0x30 }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let year = isShort ? pairs[0] + (pairs[0] < 50 ? 2000 : 1900) : pairs[0] * 100 + pairs[1]
        let rest = Array(pairs.suffix(5))
        return days(year, rest[0], rest[1]) * 86_400 + rest[2] * 3600 + rest[3] * 60 + rest[4]
    }

    /// The days since 1970 of a date of the Gregorian calendar.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
