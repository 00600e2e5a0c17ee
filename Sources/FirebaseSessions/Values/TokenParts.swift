import JOSE
import StrictJSON

/// A token taken apart by the strict rules, with a signature or without one, and **not verified**.
struct TokenParts: Sendable {
    let header: JSONObject
    let payload: JSONObject
    let signature: [UInt8]

    /// Takes a token apart: three parts of strict base64url, the first two JSON objects without duplicate members.
    ///
    /// - Parameters:
    ///   - text: The token, with nothing around it.
    ///   - code: The code of the error where it cannot be.
    /// - Throws: `FirebaseSessionError` with that code.
    init(parsing text: String, _ code: FirebaseSessionError.Code) throws(FirebaseSessionError) {
        let bytes = [UInt8](text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= CompactJWS.maximumBytes else {
            throw FirebaseSessionError(code, "the token is longer than \(CompactJWS.maximumBytes) bytes")
        }
        guard parts.count == 3 else { throw FirebaseSessionError(code, Self.shape(of: bytes)) }
        do throws(JOSEError) {
            header = try Self.object(parts[0], "header")
            payload = try Self.object(parts[1], "payload")
            signature = try Base64URL.decode(parts[2])
        } catch {
            throw FirebaseSessionError(code, error.reason)
        }
    }

    private static func object(_ part: ArraySlice<UInt8>, _ name: String) throws(JOSEError) -> JSONObject {
        let bytes = try Base64URL.decode(part)
        do {
            return try JSONObject(parsing: bytes, limits: .token)
        } catch {
            throw JOSEError(.claimsMalformed, "the token's \(name) is unusable: \(error)")
        }
    }

    private static func shape(of text: [UInt8]) -> String {
        switch TokenShape(of: text) {
        case .empty: "there is no token"
        case .compactJWE: "the token is encrypted (JWE)"
        case .json: "the text is JSON, not a token"
        case .withScheme, .withBlanks: "something stands before the token, or there are blanks within it"
        case .opaque: "the text is no JWT: it looks like an opaque access token"
        case .compactJWS, .dotted: "the text is no JWT: it does not have three parts"
        }
    }
}
