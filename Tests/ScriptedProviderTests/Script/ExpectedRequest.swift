import Foundation
import OAuthClient
import StrictJSON

/// The exact request that a provider expects: whatever else is in it is wrong.
struct ExpectedRequest: Sendable {
    /// A value that is known, or that only has to be acceptable.
    enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        case exactly(String)
        case fitting(@Sendable (String) -> Bool)

        init(stringLiteral text: String) { self = .exactly(text) }

        func accepts(_ text: String) -> Bool {
            switch self {
            case .exactly(let expected): Array(expected.utf8) == Array(text.utf8)
            case .fitting(let isFit): isFit(text)
            }
        }
    }

    var method = "GET"
    /// The address without its query.
    var url: String
    var query: [String: Value] = [:]
    var form: [String: Value] = [:]
    /// The body where it is JSON.
    var json: String?
    /// `Authorization`; nil where there must be none.
    var authorization: Value?
    /// The `Accept` field.
    var accept = "application/json"
    /// Further fields.
    var fields: [String: String] = [:]

    /// What is wrong with a request; empty where nothing is.
    func faults(of request: ReceivedRequest) -> [String] {
        var faults: [String] = []
        if request.method != method { faults.append("is a \(request.method), expected \(method)") }
        if request.url != url { faults.append("is for \(request.url), expected \(url)") }
        faults += Self.faults(request.query, query, "query")
        if let json {
            if request.text != json { faults.append("has the body \(request.text), expected \(json)") }
            faults += Self.faults(request["content-type"], "application/json", "Content-Type")
        } else {
            faults += Self.faults(request.text, form, "form")
            let type = form.isEmpty ? nil : "application/x-www-form-urlencoded"
            faults += Self.faults(request["content-type"], type.map { .exactly($0) }, "Content-Type")
        }
        faults += Self.faults(request["authorization"], authorization, "Authorization")
        faults += Self.faults(request["accept"], .exactly(accept), "Accept")
        faults += Self.faults(request["user-agent"], .fitting { $0.hasPrefix("custom-token-bridge/") }, "User-Agent")
        for (name, value) in fields { faults += Self.faults(request[name], .exactly(value), name) }
        for name in ["cookie", "referer", "x-forwarded-for"] { faults += Self.faults(request[name], nil, name) }
        return faults
    }

    private static func faults(_ found: String?, _ expected: Value?, _ name: String) -> [String] {
        switch (found, expected) {
        case (nil, nil): []
        case (let found?, let expected?) where expected.accepts(found): []
        default: ["has the \(name) \(found ?? "of none"), expected \(expected.map { "\($0)" } ?? "none")"]
        }
    }

    /// Compares parameters, of which each must be there once, in any order.
    private static func faults(_ text: String, _ expected: [String: Value], _ name: String) -> [String] {
        guard let parameters = try? FormParameters(parsing: [UInt8](text.utf8)) else {
            return text.isEmpty && expected.isEmpty ? [] : ["has the unreadable \(name) \(text)"]
        }
        var rest = expected
        var faults: [String] = []
        for (member, value) in parameters.parameters.map({ ($0.name, $0.value) }) {
            guard let wanted = rest.removeValue(forKey: member) else {
                faults.append("has \(member)=\(value) in its \(name)")
                continue
            }
            if !wanted.accepts(value) { faults.append("has \(member)=\(value) in its \(name), expected \(wanted)") }
        }
        return faults + rest.keys.map { "lacks \($0) in its \(name)" }
    }
}
