import Cryptography
import FirebaseSessions
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Threads

@testable import CustomTokens

/// Firebase as a test wants it: it answers by the end of a path, in the order given, the last answer for ever.
final class FirebaseScript: HTTPTransport {
    enum Answer: Sendable {
        case response(Int, String, [HTTPField])
        case failure(OAuthClientError)
        /// After a gate has opened.
        case held(Gate, String)
    }

    static let signIn = "accounts:signInWithCustomToken"
    static let refresh = "/v1/token"
    static let lookUp = "accounts:lookup"
    static let certificates = "securetoken@system.gserviceaccount.com"

    private struct Content {
        var answers: [String: [Answer]] = [:]
        var requests: [HTTPRequest] = []
    }

    private let content = Locked(Content())

    init() throws {
        try publish([FirebaseKey.ours.get()])
    }

    func publish(_ keys: [FirebaseKey]) throws {
        var object = JSONObject()
        for key in keys { object[key.keyID] = .string(try key.pem) }
        answer(Self.certificates, .json(object))
    }

    func answer(_ path: String, _ answers: Answer...) {
        content.withLock { $0.answers[path] = answers }
    }

    /// The requests to a path.
    func requests(_ path: String) -> [HTTPRequest] {
        content.withLock { $0.requests }.filter { $0.url.textForMessages.hasSuffix(path) }
    }

    var count: Int { content.withLock { $0.requests.count } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let address = request.url.textForMessages
        let answer = content.withLock { content -> Answer? in
            content.requests.append(request)
            guard let path = content.answers.keys.first(where: { address.hasSuffix($0) }),
                let answers = content.answers[path], let first = answers.first
            else { return nil }
            if answers.count > 1 { content.answers[path] = [Answer](answers.dropFirst()) }
            return first
        }
        switch answer {
        case .response(let status, let body, let fields)?:
            return HTTPResponse(status: status, fields: fields, body: [UInt8](body.utf8))
        case .failure(let error)?: throw error
        case .held(let gate, let body)?:
            await gate.wait()
            return HTTPResponse(status: 200, fields: [], body: [UInt8](body.utf8))
        case nil:
            Issue.record("unexpected request: \(request)")
            throw OAuthClientError(.providerUnavailable, "unexpected request")
        }
    }
}

extension FirebaseScript.Answer {
    static let down = FirebaseScript.Answer.failure(OAuthClientError(.providerUnavailable, "connection refused"))

    static func json(_ object: JSONObject, status: Int = 200) -> FirebaseScript.Answer {
        .response(status, JSONValue.object(object).compactText, [])
    }

    /// An error in the envelope of version 1.
    static func error(_ message: String, status: Int = 400) -> FirebaseScript.Answer {
        .response(
            status,
            #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"message":"\#(message)","domain":"global","reason":"invalid"}]}}"#,
            [])
    }

    static func signedIn(_ idToken: String, refreshToken: String = "rt-1-of-the-session") -> FirebaseScript.Answer {
        var object = JSONObject()
        object["kind"] = "identitytoolkit#VerifyCustomTokenResponse"
        object["idToken"] = .string(idToken)
        object["refreshToken"] = .string(refreshToken)
        object["expiresIn"] = "3600"
        object["isNewUser"] = false
        return .json(object)
    }

    static func refreshed(_ idToken: String, refreshToken: String? = "rt-1-of-the-session") -> FirebaseScript.Answer {
        .json(refreshedObject(idToken, refreshToken: refreshToken))
    }

    static func refreshedObject(_ idToken: String, refreshToken: String?) -> JSONObject {
        var object = JSONObject()
        object["access_token"] = .string(idToken)
        object["expires_in"] = "3600"
        object["token_type"] = "Bearer"
        object["refresh_token"] = refreshToken.map { .string($0) }
        object["id_token"] = .string(idToken)
        object["user_id"] = "yahoo:ABC"
        object["project_id"] = "1234567890"
        return object
    }
}

/// Holds tasks back until it opens.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
