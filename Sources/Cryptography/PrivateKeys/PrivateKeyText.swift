/// Text that should hold a private key, as it arrives from files, JSON and environment variables.
///
/// What leaves one reading is repaired: a byte order mark, outer quotes and blanks, `\n` written as two characters or
/// more, CR and CRLF, indentation, lost line breaks, text or certificates around, base64 around the whole.
/// Everything else is refused by the name of what it is.
enum PrivateKeyText: Sendable {
    /// The largest text: ten times the largest key.
    static let maximumBytes = 64 << 10

    /// The bytes of the one private key in a text: PKCS#8 or PKCS#1.
    static func der(in text: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let plain = try Self.text(text)
        if let block = try privateKeyBlock(in: plain) { return try block.bytes(of: "private key") }
        // Base64 of a PEM text, as secret stores like to keep it. One layer only.
        if let inner = try? Base64.decode(plain.utf8, of: "private key"), let pem = try? Self.text(inner),
            let block = try privateKeyBlock(in: pem)
        {
            return try block.bytes(of: "private key")
        }
        throw CryptographyError(
            .keyMarkersMissing, "there is no private key: the line -----BEGIN PRIVATE KEY----- is missing")
    }

    private static func text(_ bytes: [UInt8]) throws(CryptographyError) -> String {
        guard bytes.count <= maximumBytes else {
            throw CryptographyError(.keyNotText, "the private key is larger than \(maximumBytes) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CryptographyError(.keyNotText, "the private key is not UTF-8 text; is it DER, PKCS#12 or UTF-16?")
        }
        guard !bytes.contains(0) else {
            throw CryptographyError(
                .keyNotText, "the private key has a null character in it; is it DER, PKCS#12 or UTF-16?")
        }
        guard text.utf8.contains(where: { $0 > 0x20 }) else {
            throw CryptographyError(.keyEmpty, "the private key is empty")
        }
        return unescaped(text)
    }

    /// Turns any number of backslashes before an n or r into a line break.
    ///
    /// No key has a backslash, so nothing is lost.
    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var bytes: [UInt8] = []
        var backslashes = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): backslashes += 1
            case UInt8(ascii: "n"), UInt8(ascii: "r"):
                bytes.append(backslashes > 0 ? 0x0A : byte)
                backslashes = 0
            default:
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "\\"), count: backslashes))
                backslashes = 0
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The one block with an unencrypted private key that may be RSA; nil where the text has no block at all.
    private static func privateKeyBlock(in text: String) throws(CryptographyError) -> PEMBlock? {
        let blocks = PEMBlock.blocks(in: text)
        guard !blocks.isEmpty else { return nil }
        let privateBlocks = blocks.filter { $0.label.hasSuffix("PRIVATE KEY") }
        guard privateBlocks.count < 2 else {
            throw CryptographyError(
                .keyAmbiguous, "there are \(privateBlocks.count) private keys in one text (two keys are ambiguous)")
        }
        guard let block = privateBlocks.first else {
            let refusal = refusal(ofLabel: blocks[0].label)
            // A label that nobody knows and nothing ends is one that was cut off.
            guard blocks[0].body == nil, refusal.code == .keyKindNotSupported else { throw refusal }
            throw CryptographyError(.keyTruncated, "the private key is truncated: its END line is missing")
        }
        switch block.label {
        case "PRIVATE KEY", "RSA PRIVATE KEY": return block
        default: throw refusal(ofLabel: block.label)
        }
    }

    private static func refusal(ofLabel label: Substring) -> CryptographyError {
        switch label {
        case "ENCRYPTED PRIVATE KEY": .encryptedKey
        case "PUBLIC KEY", "RSA PUBLIC KEY":
            CryptographyError(.keyIsPublic, "this is a public key where a private key is needed")
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
            CryptographyError(.keyIsCertificate, "this is a certificate where a private key is needed")
        case "EC PRIVATE KEY", "EC PARAMETERS":
            CryptographyError(.keyKindNotSupported, "the private key is an EC key; RS256 needs an RSA key")
        case "OPENSSH PRIVATE KEY":
            CryptographyError(.keyKindNotSupported, "the private key is in the format of OpenSSH, not PKCS#8 or PKCS#1")
        default: CryptographyError(.keyKindNotSupported, "the PEM text holds neither a PKCS#8 nor a PKCS#1 private key")
        }
    }
}
