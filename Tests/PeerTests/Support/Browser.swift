import Foundation
import OAuthClient
import StrictJSON

/// A person's browser, as far as the pages of providers need one: it keeps cookies and sends forms; it follows nothing
/// by itself.
actor Browser {
    private let transport: any HTTPTransport
    private let base: String
    private var cookies: [String: String] = [:]

    /// Opens an empty browser.
    ///
    /// - Parameters:
    ///   - base: Where addresses without a host lead.
    ///   - transport: What carries the requests.
    init(at base: String, over transport: any HTTPTransport) {
        self.base = base
        self.transport = transport
    }

    /// Opens a page.
    func open(_ address: String) async throws -> Page {
        try await load(.get(url(address), fields: ownFields, maximumAnswerBytes: 1 << 20))
    }

    /// Sends a form.
    func submit(_ fields: [(name: String, value: String)], to address: String) async throws -> Page {
        let body = try FormParameters(fields).encodedText
        return try await post(body, type: "application/x-www-form-urlencoded", to: address)
    }

    /// Sends a JSON text, as scripts in pages do.
    func submit(json: String, to address: String) async throws -> Page {
        try await post(json, type: "application/json", to: address)
    }

    private func post(_ body: String, type: String, to address: String) async throws -> Page {
        let fields = [HTTPField(name: "Content-Type", value: type)] + ownFields
        return try await load(.post(url(address), fields: fields, body: [UInt8](body.utf8)))
    }

    private func url(_ address: String) throws -> EndpointURL {
        try EndpointURL(address.hasPrefix("/") ? base + address : address)
    }

    private var ownFields: [HTTPField] {
        guard !cookies.isEmpty else { return [] }
        return [HTTPField(name: "Cookie", value: cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))]
    }

    private func load(_ request: HTTPRequest) async throws -> Page {
        let answer = try await transport.send(request)
        for field in answer.fields where field.name.lowercased() == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
        }
        return Page(
            status: answer.status, location: answer["Location"], text: String(decoding: answer.body, as: UTF8.self))
    }
}

/// What a browser has got.
struct Page: Sendable {
    let status: Int
    /// Where it sends the browser.
    let location: String?
    let text: String

    /// Where it sends the browser, which it must.
    func redirect() throws -> String {
        guard let location else { throw PeerFailure("there is no redirect but status \(status): \(text.prefix(2000))") }
        return location
    }

    /// The value of a hidden field, such as one that guards a form.
    func hiddenField(_ name: String) throws -> String {
        let parts = text.components(separatedBy: "name=\"\(name)\"")
        guard parts.count > 1, let start = parts[1].firstRange(of: "value=\"") else {
            throw PeerFailure("there is no field \(name) on the page with status \(status): \(text.prefix(2000))")
        }
        return String(parts[1][start.upperBound...].prefix { $0 != "\"" })
    }
}
