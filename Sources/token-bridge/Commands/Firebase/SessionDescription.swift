import CustomTokenBridge
import FirebaseSessions
import JOSE
import StrictJSON

/// Whose a session is.
struct SessionDescription: CommandResult {
    let name: AccountName
    let session: StoredSession

    var text: String {
        var rows = [
            ["account", name.value], ["uid", session.userID.quotedExcerpt], ["project", session.project.value],
        ]
        if let tenant = session.tenant { rows.append(["tenant", tenant.quotedExcerpt]) }
        if let provider = session.signInProvider { rows.append(["sign-in", provider.quotedExcerpt]) }
        rows.append(["since", session.authenticatedAt.utc])
        rows.append(["ID token until", session.expiration.utc])
        rows.append(["reached at", place])
        if let code = session.endedBy { rows.append(["ended", "by \(code.quotedExcerpt): sign in again"]) }
        return TextTable(rows: rows).text
    }

    var json: JSONValue {
        .object(
            JSONObject([
                "account": .string(name.value), "uid": .string(session.userID),
                "project": .string(session.project.value), "tenant": .optional(session.tenant),
                "sign_in_provider": .optional(session.signInProvider),
                "signed_in_at": .optional(session.authenticatedAt), "expires_at": .optional(session.expiration),
                "reached_at": .string(place), "ended": .optional(session.endedBy),
            ]))
    }

    private var place: String {
        switch session.place {
        case .google: "Firebase"
        case .address(let base): base
        case .emulator: "the Firebase Auth emulator"
        }
    }
}
