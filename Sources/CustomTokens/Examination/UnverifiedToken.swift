import JOSE
import StrictJSON

/// A token taken apart as far as it goes, **believing nothing**: for telling people what is wrong with it.
struct UnverifiedToken: Sendable {
    /// What the text looks like from outside.
    let shape: TokenShape
    /// The three parts; empty where there are not three.
    let parts: [ArraySlice<UInt8>]
    /// The header, where it is readable.
    let header: JSONObject?
    /// The payload, where it is readable.
    let payload: JSONObject?
    /// Why header or payload are not readable, or the signature is not base64url.
    let fault: String?
    /// The token by the strict rules; the error is the first rule it breaks.
    let strict: Result<CompactJWS, JOSEError>

    init(_ text: [UInt8]) {
        shape = TokenShape(of: text)
        strict = Result { () throws(JOSEError) -> CompactJWS in try CompactJWS(parsing: text) }
        guard case .compactJWS = shape, text.count <= CompactJWS.maximumBytes else {
            (parts, header, payload, fault) = ([], nil, nil, nil)
            return
        }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let header = Self.object(parts[0], "header")
        let payload = Self.object(parts[1], "payload")
        let signature = Result { () throws(JOSEError) -> [UInt8] in try Base64URL.decode(parts[2]) }
        self.parts = parts
        self.header = try? header.get()
        self.payload = try? payload.get()
        fault =
            header.failureText ?? payload.failureText
            ?? signature.failureText.map { "the signature is not strict base64url: \($0)" }
    }

    private static func object(_ part: ArraySlice<UInt8>, _ name: String) -> Result<JSONObject, UnreadablePart> {
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(part)
        } catch {
            return .failure(UnreadablePart(description: "the \(name) is not strict base64url: \(error.reason)"))
        }
        do {
            return .success(try JSONObject(parsing: bytes, limits: .token))
        } catch {
            return .failure(UnreadablePart(description: "the \(name) is unusable: \(error)"))
        }
    }
}

/// Why a part of a token cannot be read.
private struct UnreadablePart: Error, CustomStringConvertible {
    let description: String
}

extension Result {
    fileprivate var failureText: String? {
        if case .failure(let error) = self { String(describing: error) } else { nil }
    }
}
