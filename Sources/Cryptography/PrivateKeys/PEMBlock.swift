/// A block between a BEGIN and an END line (RFC 7468), found in text that may have lost its line breaks.
struct PEMBlock {
    /// The label, such as `PRIVATE KEY`.
    let label: Substring
    /// What stands between the lines; nil where the END line is missing.
    let body: Substring?

    /// The blocks of a text, in their order.
    static func blocks(in text: String) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var rest = text[...]
        while let begin = rest.range(of: "-----BEGIN ") {
            rest = rest[begin.upperBound...]
            guard let labelEnd = rest.range(of: "-----") else {
                blocks.append(PEMBlock(label: Substring(rest.utf8.prefix { $0 >= 0x20 }), body: nil))
                break
            }
            let label = rest[..<labelEnd.lowerBound]
            rest = rest[labelEnd.upperBound...]
            let end = rest.range(of: "-----END \(label)-----")
            blocks.append(PEMBlock(label: label, body: end.map { rest[..<$0.lowerBound] }))
            rest = end.map { rest[$0.upperBound...] } ?? rest
        }
        return blocks
    }

    /// The bytes of the block: its base64 with all blanks left out.
    ///
    /// - Parameter subject: What the block holds, for the reasons of errors.
    /// - Returns: The bytes.
    /// - Throws: `CryptographyError` with code `keyTruncated`, `keyEncrypted` or `keyDamaged`.
    func bytes(of subject: String) throws(CryptographyError) -> [UInt8] {
        guard let body else {
            throw CryptographyError(.keyTruncated, "the \(subject) is truncated: its END line is missing")
        }
        // The header lines of encrypted PKCS#1 (RFC 1421).
        guard body.range(of: "ENCRYPTED") == nil else { throw .encryptedKey }
        return try Base64.decode(body.utf8, of: subject)
    }
}

extension Substring {
    /// The first place of a text; nil where there is none.
    ///
    /// Both are compared by bytes.
    fileprivate func range(of text: String) -> Range<Index>? {
        let pattern = Array(text.utf8)
        var start = startIndex
        while let first = utf8[start...].firstIndex(of: pattern[0]) {
            if utf8[first...].starts(with: pattern) {
                return first..<utf8.index(first, offsetBy: pattern.count)
            }
            start = utf8.index(after: first)
        }
        return nil
    }
}
