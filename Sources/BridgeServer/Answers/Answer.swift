import HTTPServer
import Pages
import StrictJSON

extension ServerResponse {
    /// JSON that may be kept by nobody: all answers of the token endpoint (RFC 6749, section 5.1).
    static func json(_ object: JSONObject, status: Int = 200, headers: [(String, String)] = []) -> ServerResponse {
        document(
            object.compactBytes, type: "application/json", status: status,
            headers: [("Cache-Control", "no-store"), ("Pragma", "no-cache")] + headers)
    }

    /// A document of a type.
    static func document(
        _ body: [UInt8], type: String, status: Int = 200, headers: [(String, String)]
    ) -> ServerResponse {
        var fields = HeaderFields([HeaderFields.Field("Content-Type", type)])
        for (name, value) in headers { fields.append(name, value) }
        return ServerResponse(status: status, headers: fields, body: body)
    }

    /// A page.
    init(_ page: PageResponse) {
        self.init(
            status: page.status, headers: HeaderFields(page.headers.map { HeaderFields.Field($0.name, $0.value) }),
            body: page.body)
    }

    /// A redirect that is followed by GET, whatever was sent (RFC 9700, section 4.12).
    static func seeOther(_ url: String) -> ServerResponse {
        ServerResponse(
            status: 303,
            headers: HeaderFields([
                HeaderFields.Field("Location", url), HeaderFields.Field("Cache-Control", "no-store"),
                HeaderFields.Field("Referrer-Policy", "no-referrer"),
            ]))
    }
}
