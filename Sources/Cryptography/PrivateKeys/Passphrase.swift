/// What an encrypted private key is opened with: a secret.
public struct Passphrase: Sendable {
    /// The longest, in bytes: what OpenSSL takes.
    static let maximumBytes = 1024

    private let bytes: [UInt8]

    /// Takes the text of a file; one line break at its end does not belong to the passphrase.
    ///
    /// - Parameter text: The text.
    /// - Throws: `CryptographyError` with code `passphraseWrong` where no passphrase can be so.
    public init(text: [UInt8]) throws(CryptographyError) {
        var bytes = text
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard 1...Self.maximumBytes ~= bytes.count, !bytes.contains(0) else {
            throw CryptographyError(
                .passphraseWrong, "the passphrase is empty, longer than \(Self.maximumBytes) bytes, or has a null in it"
            )
        }
        self.bytes = bytes
    }

    /// Lends the passphrase to C, with its length in bytes.
    func withCString<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result? {
        let terminated = WipedBytes(bytes + [0])
        return unsafe terminated.bytes.withUnsafeBytes { buffer -> Result? in
            guard let start = buffer.baseAddress else { return nil }
            return unsafe body(start.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
    }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That it is a passphrase, nothing of it.
    public var description: String { "Passphrase (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
