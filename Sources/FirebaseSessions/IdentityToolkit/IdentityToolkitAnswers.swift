public import JOSE
public import OAuthClient
import StrictJSON

/// What Firebase gives for a custom token.
public struct SignInAnswer: Sendable {
    /// The ID token, not verified.
    public let idToken: UnverifiedIDToken
    /// The refresh token.
    public let refreshToken: RefreshToken
}

/// What Firebase gives for a refresh token.
public struct RefreshAnswer: Sendable {
    /// The ID token, not verified; nil where the answer has none.
    public let idToken: UnverifiedIDToken?
    /// The new refresh token; nil where the answer has none, and the old one stays.
    public let refreshToken: RefreshToken?
}

/// What Firebase says of an account.
public struct AccountAnswer: Sendable {
    /// The uid.
    public let userID: String
    /// Whether the account is disabled.
    public let isDisabled: Bool
    /// Before when sessions must not have begun; nil where nothing is said.
    public let validSince: NumericDate?
}

/// Reads the members of an answer with success.
struct AnswerReader: Sendable {
    private let members: JSONObject
    private let place: String

    /// - Throws: `FirebaseSessionError` with code `firebaseAnswerInvalid`.
    init(_ response: HTTPResponse, from url: EndpointURL) throws(FirebaseSessionError) {
        place = url.textForMessages
        do {
            members = try JSONObject(
                parsing: response.body,
                limits: JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 32))
        } catch {
            throw FirebaseSessionError(
                .firebaseAnswerInvalid, "the answer of \(place) is unusable: \(error)",
                cure: "see that no proxy or captive portal stands between this machine and Google")
        }
    }

    /// A text; nil where it is missing, null or empty.
    func text(_ name: String) throws(FirebaseSessionError) -> String? {
        switch members[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.isEmpty: return nil
        case .string(let text)?:
            guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw invalid("has characters in \(name) that do not belong there")
            }
            return text
        case let value?: throw invalid("has \(value.kind) as \(name), not a string")
        }
    }

    /// The only account that is there.
    func account() throws(FirebaseSessionError) -> AccountAnswer {
        let users = members["users"]?.array ?? []
        guard users.count == 1, let user = users[0].object, let userID = user["localId"]?.string else {
            throw invalid("does not have exactly one account")
        }
        let isDisabled: Bool
        switch user["disabled"] {
        case nil, .bool(false)?: isDisabled = false
        case .bool(true)?: isDisabled = true
        case let value?: throw invalid("has \(value.kind) as disabled")
        }
        return AccountAnswer(
            userID: userID, isDisabled: isDisabled, validSince: try seconds("validSince", in: user))
    }

    /// Google writes 64-bit integers as strings.
    private func seconds(_ name: String, in object: JSONObject) throws(FirebaseSessionError) -> NumericDate? {
        switch object[name] {
        case nil: return nil
        case .string(let text)?:
            guard 1...18 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int64(text)
            else { throw invalid("has no number as \(name)") }
            return NumericDate(secondsSinceEpoch: seconds)
        case .integer(let seconds)?: return NumericDate(secondsSinceEpoch: seconds)
        case let value?: throw invalid("has \(value.kind) as \(name)")
        }
    }

    func invalid(_ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(.firebaseAnswerInvalid, "the answer of \(place) \(fault)")
    }
}
