import Cryptography
import CustomTokens
import Glibc
import JOSE
import StrictJSON

/// A parser to be fuzzed, with what must hold for every input that it accepts: that what was read is written again as
/// the same bytes, so that one value has one spelling.
enum FuzzTarget: String, CaseIterable {
    case base64url
    case json
    case jws
    case jwks
    case serviceAccount = "service-account"
    case privateKey = "private-key"
    case form
    case redirect
    case endpointURL = "endpoint-url"
    case cacheControl = "cache-control"
    case keySet = "key-set"
    case metadata
    case tokenResponse = "token-response"
    case introspection
    case deviceAuthorization = "device-authorization"
    case jsonPath = "json-path"
    case profile

    static let chosen: FuzzTarget? = unsafe getenv("BRIDGE_FUZZ_TARGET").flatMap {
        FuzzTarget(rawValue: unsafe String(cString: $0))
    }

    func holds(for input: [UInt8]) -> Bool {
        switch self {
        case .base64url: base64url(input)
        case .json: json(input)
        case .jws: jws(input)
        case .jwks: jwks(input)
        case .serviceAccount: serviceAccount(input)
        case .privateKey: privateKey(input)
        case .form: FormFuzzing.form(input)
        case .redirect: FormFuzzing.redirect(input)
        case .endpointURL: DocumentFuzzing.endpointURL(input)
        case .cacheControl: DocumentFuzzing.cacheControl(input)
        case .keySet: DocumentFuzzing.keySet(input)
        case .metadata: DocumentFuzzing.metadata(input)
        case .tokenResponse: AnswerFuzzing.tokenResponse(input)
        case .introspection: AnswerFuzzing.introspection(input)
        case .deviceAuthorization: AnswerFuzzing.deviceAuthorization(input)
        case .jsonPath: ProfileFuzzing.jsonPath(input)
        case .profile: ProfileFuzzing.profile(input)
        }
    }

    private func base64url(_ input: [UInt8]) -> Bool {
        guard let bytes = try? Base64URL.decode(input) else { return Base64URL.roundTrips(input) }
        return [UInt8](Base64URL.encode(bytes).utf8) == input && Base64URL.roundTrips(input)
    }

    /// Blanks and escapes have several spellings in JSON; the compact text has one.
    ///
    /// What is read without jansson must be read as jansson reads it.
    private func json(_ input: [UInt8]) -> Bool {
        guard
            Self.outcome({ () throws(JSONError) in try JSONValue(parsing: input, limits: .document) })
                == Self.outcome({ () throws(JSONError) in try JSONValue(parsingByJansson: input, limits: .document) })
        else { return false }
        guard let value = try? JSONValue(parsing: input, limits: .document) else { return true }
        let text = value.compactBytes
        guard let again = try? JSONValue(parsing: text, limits: .document) else { return false }
        return again == value && again.compactBytes == text
    }

    private static func outcome(_ read: () throws(JSONError) -> JSONValue) -> Result<JSONValue, JSONError> {
        Result { () throws(JSONError) -> JSONValue in try read() }
    }

    private func jws(_ input: [UInt8]) -> Bool {
        guard let token = try? CompactJWS(parsing: input) else { return true }
        return token.serialized == input
    }

    private func jwks(_ input: [UInt8]) -> Bool {
        guard let set = try? JSONWebKeySet(parsing: input, limits: .document) else { return true }
        let keys = VerificationKeySet(set)
        return keys.entries.count + keys.skippedKeys.count == set.keys.count + set.skippedKeys.count
    }

    private func serviceAccount(_ input: [UInt8]) -> Bool {
        guard let account = try? ServiceAccount(parsing: input) else { return true }
        return account.email.utf8.contains(UInt8(ascii: "@")) && account.privateKey.bits >= 2048
    }

    private func privateKey(_ input: [UInt8]) -> Bool {
        guard let key = try? RSAPrivateKey(parsing: input) else { return true }
        guard let pem = try? key.unencryptedPEM(), let again = try? RSAPrivateKey(parsing: pem) else { return false }
        return again.publicKey.material == key.publicKey.material
    }
}

extension Base64URL {
    /// Whether the bytes come back from their own encoding.
    fileprivate static func roundTrips(_ bytes: [UInt8]) -> Bool {
        (try? decode(encode(bytes).utf8)) == bytes
    }
}
