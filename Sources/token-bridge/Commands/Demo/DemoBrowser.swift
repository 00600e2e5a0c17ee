import CustomTokenBridge
import OAuthClient
import StrictJSON

/// A person with a browser who agrees to everything: follows links, sends forms and keeps cookies.
///
/// It does what a browser does and knows no short cut: every page is fetched, and every form sent, over HTTP.
struct DemoBrowser {
    /// A page that was shown.
    struct Visit: Sendable {
        let address: String
        let status: Int
        let heading: String
    }

    /// More pages than a sign-in has: it would go round in circles.
    private static let maximumRequests = 16

    private let transport: any HTTPTransport
    /// What is sent for a button of each of these names.
    private let answers: [String: String]
    /// By origin.
    private var cookies: [String: [String: String]] = [:]

    init(transport: any HTTPTransport, answers: [String: String]) {
        self.transport = transport
        self.answers = answers
    }

    /// Opens an address, and goes on until a page asks nothing any more.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - show: Told of every page.
    /// - Returns: The last page.
    /// - Throws: `Failure` with code `DEMO_FAILED`, or `OAuthClientError`.
    mutating func follow(_ address: String, _ show: (Visit) -> Void) async throws -> Visit {
        var (next, form): (String, String?) = (address, nil)
        for _ in 0..<Self.maximumRequests {
            let answer = try await response(at: next, form)
            if let location = answer["Location"], 300...399 ~= answer.status {
                (next, form) = (try Self.resolved(location, against: next), nil)
                continue
            }
            let page = DemoPage(String(decoding: answer.body, as: UTF8.self))
            let visit = Visit(address: Self.shown(next), status: answer.status, heading: page.heading)
            show(visit)
            if let onward = page.onward {
                (next, form) = (try Self.resolved(onward, against: next), nil)
            } else if let asked = page.form, answer.status == 200 {
                form = filled(asked)
                next = try Self.resolved(asked.action, against: next)
            } else {
                return visit
            }
        }
        throw DemoFailure.failure("the pages lead round in circles, the last one at \(Self.shown(next).quotedExcerpt)")
    }

    private mutating func response(at address: String, _ form: String?) async throws -> HTTPResponse {
        let url = try EndpointURL(address)
        let origin = try Self.origin(address)
        var fields = [HTTPField(name: "Accept", value: "text/html")]
        if let kept = cookies[origin], !kept.isEmpty {
            let pairs = kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            fields.append(HTTPField(name: "Cookie", value: pairs.joined(separator: "; ")))
        }
        let request: HTTPRequest
        if let form {
            let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request = .post(url, fields: fields + [type], body: [UInt8](form.utf8))
        } else {
            request = .get(url, fields: fields)
        }
        let answer = try await transport.send(request)
        for field in answer.fields where field.name.lowercased() == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { cookies[origin, default: [:]][String(pair[0])] = String(pair[1]) }
        }
        return answer
    }

    /// The form as a browser sends it when one of its buttons is pressed.
    private func filled(_ form: DemoPage.Form) -> String {
        let pressed = form.buttons.first { button in answers[button.name].map { $0 == button.value } ?? false }
        let fields = form.fields.map { ($0.name, answers[$0.name] ?? $0.value) } + (pressed.map { [$0] } ?? [])
        return fields.map { "\(FormURLEncoding.encode($0.0))=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
    }

    /// Where a reference on a page leads to (RFC 3986, section 5.2, as far as these pages need it).
    private static func resolved(_ reference: String, against base: String) throws -> String {
        if reference.contains("://") { return reference }
        let origin = try origin(base)
        if reference.hasPrefix("/") { return origin + reference }
        let path = base.dropFirst(origin.count).prefix { $0 != "?" }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return origin + folder + reference
    }

    private static func origin(_ address: String) throws -> String {
        let url = try EndpointURL(address)
        return "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "")
    }

    /// An address without what only the machines need to know.
    private static func shown(_ address: String) -> String { String(address.prefix { $0 != "?" }) }
}
