import StrictJSON

/// Takes out of a text what looks like a credential.
///
/// A guess, and the last of several defences: credentials are types that no log takes. It would rather hide too much.
enum CredentialMask: Sendable {
    /// What stands in the place of a credential.
    static let replacement = "(masked)"

    /// The shortest run of letters and digits that is taken for a token.
    private static let shortestToken = 24

    /// A text without what looks like a credential in it.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text with `(masked)` in the place of whole words.
    static func masked(_ text: String) -> String {
        let bytes = [UInt8](text.utf8)
        var result: [UInt8] = []
        var position = 0
        var expectsCredential = false
        var before: [ArraySlice<UInt8>] = []
        while position < bytes.count {
            guard isWordByte(bytes[position]) else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let end = bytes[position...].firstIndex { !isWordByte($0) } ?? bytes.count
            let word = bytes[position..<end]
            if expectsCredential, announcesCredential(word, bytes[end...]) {
                // `Authorization: Bearer`: what comes after both is the credential.
                result.append(contentsOf: word)
            } else if !expectsCredential, isKeyIdentifier(word, after: before, result) {
                result.append(contentsOf: word)
            } else if expectsCredential || looksLikeCredential(word) {
                result.append(contentsOf: replacement.utf8)
                expectsCredential = false
            } else {
                result.append(contentsOf: word)
                expectsCredential = announcesCredential(word, bytes[end...])
            }
            position = end
            before = before.suffix(1) + [word]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Everything that tokens are made of, so that a token is masked whole; what separates parameters ends a word.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        isTokenByte(byte) || "./+~%".utf8.contains(byte)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte
    }

    private static func looksLikeCredential(_ word: ArraySlice<UInt8>) -> Bool {
        if word.count >= 8, prefixes.contains(where: { word.starts(with: $0.utf8) }) { return true }
        // Base64 has slashes and pluses in it: short runs of one long word are of one token.
        if word.count >= 40, word.contains(UInt8(ascii: "+")) || word.contains(UInt8(ascii: "%")) { return true }
        return word.split(whereSeparator: { !isTokenByte($0) }).contains(where: isTokenRun)
    }

    /// Whether a word is what the words `kid` or `key identifier` announce: published, though it looks like a token.
    private static func isKeyIdentifier(
        _ word: ArraySlice<UInt8>, after before: [ArraySlice<UInt8>], _ written: [UInt8]
    ) -> Bool {
        guard let last = before.last, word.count <= 128, word.allSatisfy(isTokenByte),
            !prefixes.contains(where: { word.starts(with: $0.utf8) }),
            // Nothing but what quotes it may stand between.
            let mark = written.last(where: { !" \"'\\:=".utf8.contains($0) }), mark == last.last
        else { return false }
        if last.elementsEqual("kid".utf8) { return true }
        return last.elementsEqual("identifier".utf8) && before.first?.elementsEqual("key".utf8) == true
    }

    /// A long run, unless it is words of one case, such as `device_authorization_endpoint`.
    private static func isTokenRun(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= shortestToken else { return false }
        if run.contains(where: isDigit) { return true }
        let isMixed = run.contains { 0x61...0x7A ~= $0 } && run.contains { 0x41...0x5A ~= $0 }
        return isMixed || run.split(whereSeparator: { !isLetter($0) }).contains { $0.count >= shortestToken }
    }

    /// Whether a word such as `client_secret` and an equals sign or a colon come before a credential.
    private static func announcesCredential(_ word: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        if schemes.contains(name) { return rest.first == 0x20 }
        let marks = rest.prefix { " \"'\\=:".utf8.contains($0) }
        guard marks.count < rest.count else { return false }
        if marks.contains(UInt8(ascii: "=")) { return secretNames.contains(name) || shortNames.contains(name) }
        guard marks.contains(UInt8(ascii: ":")) else { return false }
        // In JSON; in a sentence, a code is mostly one of an error.
        let isQuoted = marks.contains(UInt8(ascii: "\""))
        return secretNames.contains(name) || isQuoted && shortNames.contains(name)
    }

    private static let prefixes = [
        "eyJ", "ya29.", "1//", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "GOCSPX-", "EAA", "AIza",
    ]
    private static let schemes: Set<String> = ["bearer", "basic", "dpop"]
    private static let secretNames: Set<String> = [
        "client_secret", "secret", "password", "passwd", "access_token", "refresh_token", "id_token", "subject_token",
        "actor_token", "device_code", "user_code", "code_verifier", "assertion", "client_assertion", "private_key",
        "api_key", "apikey", "authorization", "cookie", "set-cookie", "custom_token",
    ]
    private static let shortNames: Set<String> = ["code", "state", "nonce", "key", "token", "sig", "signature"]
}
