import Cryptography
public import OAuthClient
import StrictJSON

/// The code that a person types in (RFC 8628, section 6.1): 8 of 20 letters, no vowels among them, shown in two halves.
///
/// 20^8 codes are 34.5 bits: whoever may guess five times finds one that lives with a chance of 2^-32.
public struct UserCode: SecretText {
    private static let alphabet = [UInt8]("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let length = 8

    /// The code as it is shown, such as `WDJB-MJHT`.
    public let secretText: String

    /// Reads what a person has typed in: all but the letters of codes is dropped, small letters are as good.
    ///
    /// - Parameter text: What was typed in.
    /// - Throws: `BridgeError` with code `userCodeInvalid` unless 8 letters are left.
    public init(parsing text: String) throws(BridgeError) {
        // On bytes, for `uppercased` turns letters of other alphabets into letters of ours.
        let letters = text.utf8.lazy
            .map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 0x20 : $0 }
            .filter { Self.alphabet.contains($0) }
        let first = Array(letters.prefix(Self.length + 1))
        guard first.count == Self.length else {
            throw BridgeError(.userCodeInvalid, "a code has \(Self.length) letters, such as WDJB-MJHT")
        }
        self.init(letters: first)
    }

    /// Makes a code; each is as likely as any other.
    ///
    /// - Parameter random: Where it comes from.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    init(random: some RandomSource) throws(BridgeError) {
        var letters: [UInt8] = []
        for _ in 0..<Self.maximumDraws where letters.count < Self.length {
            // 240 is the largest multiple of 20 in a byte: what is above would make the first letters likelier.
            let usable = try random.drawn(count: 16).filter { $0 < 240 }
            letters += usable.prefix(Self.length - letters.count).map { Self.alphabet[Int($0) % Self.alphabet.count] }
        }
        guard letters.count == Self.length else {
            throw BridgeError(.cryptographyFailed, "the random numbers are not random")
        }
        self.init(letters: letters)
    }

    /// Draws of 16 bytes, of which 15 are usable on average.
    private static let maximumDraws = 64

    private init(letters: [UInt8]) {
        let half = Self.length / 2
        secretText = String(decoding: letters[..<half] + [UInt8(ascii: "-")] + letters[half...], as: UTF8.self)
    }
}

extension UserCode: Equatable {
    /// Two codes are equal when their letters are.
    public static func == (left: UserCode, right: UserCode) -> Bool {
        left.secretText.hasSameBytes(as: right.secretText)
    }
}
