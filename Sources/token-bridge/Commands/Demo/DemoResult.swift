import CustomTokenBridge
import CustomTokens
import JOSE
import Logins
import StrictJSON

/// What came of a demo.
struct DemoResult: Sendable {
    let customToken: LoginToken
    let examination: CustomTokenExamination
    let refusal: DemoRefusal.Refusal
    let session: DemoSession.Session
    let steps: [DemoScreen.Step]
    let milliseconds: Int64

    /// For programs; the names of the members are stable.
    var json: JSONObject {
        JSONObject([
            "custom_token": .string(customToken.customToken.secretText),
            "explanation": ExplanationJSON.value(of: examination),
            "refusal": .object(
                JSONObject([
                    "error_code": .string(refusal.code), "error_description": .string(refusal.description),
                ])),
            "session": .object(
                JSONObject([
                    "uid": .string(session.userID), "project": .string(session.project),
                    "claims": .object(session.claims), "first_expires_at": .optional(session.firstExpiration),
                    "expires_at": .optional(session.expiration),
                ])),
            "steps": .array(
                steps.map {
                    .object(JSONObject(["name": .string($0.name), "milliseconds": .integer($0.milliseconds)]))
                }),
            "milliseconds": .integer(milliseconds),
        ])
    }
}
