import HTTPServer
import OAuthClient
import StrictJSON
import Testing

/// A response as tests look at it.
struct Answer: Sendable {
    let response: ServerResponse

    var status: Int { response.status }
    var text: String { String(decoding: response.body, as: UTF8.self) }

    /// The value of a field that is there once.
    subscript(field: String) -> String? { response.headers[field] }

    func all(_ field: String) -> [String] { response.headers.values(field) }

    /// The body as JSON; empty where it is none.
    var json: JSONObject {
        (try? JSONValue(parsing: response.body, limits: JSONLimits(maximumBytes: 1 << 20, maximumDepth: 32)))?.object
            ?? JSONObject()
    }

    func member(_ name: String) -> String? { json[name]?.string }

    /// The member `error` of JSON.
    var error: String? { member("error") }
    /// The member `error_code` of JSON.
    var code: String? { member("error_code") }

    /// Where a redirect or an onward page leads to.
    func onward(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        if let location = self["Location"] { return location }
        let refresh = try #require(
            page().all("meta").first { $0["http-equiv"] == "refresh" }, sourceLocation: sourceLocation)
        let content = try #require(refresh["content"], sourceLocation: sourceLocation)
        let start = try #require(content.firstRange(of: "url="), sourceLocation: sourceLocation)
        return String(content[start.upperBound...])
    }

    /// The parameters in the address that it leads to.
    func onwardParameters(sourceLocation: SourceLocation = #_sourceLocation) throws -> FormParameters {
        let address = try onward(sourceLocation: sourceLocation)
        let mark = try #require(address.utf8.firstIndex(of: UInt8(ascii: "?")), sourceLocation: sourceLocation)
        return try FormParameters(parsing: address.utf8[mark...].dropFirst())
    }

    /// The body as a page.
    func page() throws -> MarkupReader { MarkupReader(text) }

    /// The fields of its one form that a browser sends, without those of buttons.
    func fields(sourceLocation: SourceLocation = #_sourceLocation) throws -> [(String, String)] {
        let page = try page()
        #expect(page.all("form").count == 1, sourceLocation: sourceLocation)
        return page.all("input").compactMap { input in input["name"].map { ($0, input["value"] ?? "") } }
    }
}
