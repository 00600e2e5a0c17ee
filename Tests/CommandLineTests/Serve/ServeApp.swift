import Foundation
import StrictJSON
import TestSupport

/// An app of the client `desktop`, and the person who signs in to it, at a service.
struct ServeApp {
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let redirect = "http://127.0.0.1:4000/callback"

    let door: Door
    let provider: ScriptedProvider
    let plant: Plant

    /// Lets the provider answer with an ID token for a nonce.
    func answerTokens(nonce: String, subject: String = "worker-7") throws {
        try provider.answer([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()),
            "/token_endpoint": (
                200, PlantServer.tokens(try plant.token(["nonce": .string(nonce), "sub": .string(subject)]))
            ),
        ])
    }

    /// Asks for a code; an empty value takes a parameter away.
    func authorize(_ changes: [String: String] = [:]) throws -> Reply {
        let query = [
            "response_type": "code", "client_id": "desktop", "redirect_uri": Self.redirect,
            "state": "s-0123456789", "code_challenge": Self.challenge, "code_challenge_method": "S256",
        ].merging(changes) { $1 }.filter { !$0.value.isEmpty }
        let text = query.map { name, value in Door.encoded([name: value]) }.joined(separator: "&")
        return try door.get("/authorize?\(text)")
    }

    /// A code of ours.
    func code(subject: String = "worker-7") throws -> String {
        let begun = try authorize()
        guard let onward = URLComponents(string: begun.values("Location").first ?? ""),
            let cookie = begun.values("Set-Cookie").first?.split(separator: ";").first.map(String.init)
        else { throw ServeFailure("no way onward: \(begun.head)\(begun.text)") }
        try answerTokens(nonce: onward.parameter("nonce"), subject: subject)
        let back = try door.get(
            "/callback/plant?code=the-code-0001&state=\(onward.parameter("state"))", ["Cookie": cookie])
        guard let home = URLComponents(string: back.values("Location").first ?? ""),
            home.parameter("state") == "s-0123456789", home.host == "127.0.0.1", home.port == 4000
        else { throw ServeFailure("no way home: \(back.head)\(back.text)") }
        return home.parameter("code")
    }

    /// The form that redeems a code.
    static func redemption(
        _ code: String, client: String = "desktop", verifier: String = Self.verifier
    ) -> KeyValuePairs<String, String> {
        [
            "grant_type": "authorization_code", "client_id": client, "code": code, "code_verifier": verifier,
            "redirect_uri": redirect,
        ]
    }
}
