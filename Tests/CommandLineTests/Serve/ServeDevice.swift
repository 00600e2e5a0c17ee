import Foundation
import StrictJSON
import TestSupport

/// A device, and the person who signs in for it, at a service.
struct ServeDevice {
    let door: Door
    /// The network that requests come from, for services that trust it; nil for the real one.
    var caller: String?

    /// The form of a poll.
    static func poll(_ code: String, client: String = "tv") -> KeyValuePairs<String, String> {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client, "device_code": code,
        ]
    }

    private func fields(_ cookie: String? = nil) -> KeyValuePairs<String, String> {
        switch (caller, cookie) {
        case (let caller?, let cookie?): ["X-Forwarded-For": caller, "Cookie": cookie]
        case (let caller?, nil): ["X-Forwarded-For": caller]
        case (nil, let cookie?): ["Cookie": cookie]
        case (nil, nil): [:]
        }
    }

    /// Starts a sign-in.
    func start() throws -> (deviceCode: String, userCode: String) {
        let reply = try door.post("/device_authorization", ["client_id": "tv"], fields())
        guard let deviceCode = reply.json["device_code"]?.string, let userCode = reply.json["user_code"]?.string else {
            throw ServeFailure("no codes: \(reply.head)\(reply.text)")
        }
        return (deviceCode, userCode)
    }

    /// A page with a form: its cookie and the form's token.
    func page(_ reply: Reply) throws -> (cookie: String, token: String) {
        let cookie = reply.values("Set-Cookie").first?.split(separator: ";").first.map(String.init)
        guard let token = Self.value("csrf_token", in: reply.text), let cookie else {
            throw ServeFailure("no form: \(reply.head)\(reply.text)")
        }
        return (cookie, token)
    }

    /// Enters a code and approves; returns the reply to the approval, and the cookie.
    func approve(_ userCode: String) throws -> (reply: Reply, cookie: String) {
        let (cookie, token) = try page(try door.get("/device", fields()))
        let question = try door.post("/device", ["user_code": userCode, "csrf_token": token], fields(cookie))
        guard let second = Self.value("csrf_token", in: question.text) else {
            throw ServeFailure("no question: \(question.head)\(question.text)")
        }
        let reply = try door.post(
            "/device", ["user_code": userCode, "csrf_token": second, "decision": "approve"], fields(cookie))
        return (reply, cookie)
    }

    /// The address of the provider that a page leads on to.
    static func onward(_ reply: Reply) throws -> URLComponents {
        let text = reply.text.replacing("&amp;", with: "&").replacing("&#38;", with: "&")
        guard
            let start = text.range(of: #"http://127.0.0.1:[0-9]+/authorization_endpoint"#, options: .regularExpression),
            let end = text[start.lowerBound...].firstIndex(of: "\""),
            let address = URLComponents(string: String(text[start.lowerBound..<end]))
        else { throw ServeFailure("no way onward: \(reply.head)\(reply.text)") }
        return address
    }

    /// The value of a hidden field.
    static func value(_ name: String, in page: String) -> String? {
        guard let field = page.range(of: "name=\"\(name)\" value=\"") else { return nil }
        return page[field.upperBound...].split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false).first
            .map(String.init)
    }
}

extension URLComponents {
    /// The value of a parameter.
    func parameter(_ name: String) -> String {
        queryItems?.first { $0.name == name }?.value ?? ""
    }
}
