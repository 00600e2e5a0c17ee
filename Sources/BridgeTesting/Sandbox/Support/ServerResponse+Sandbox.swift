import HTTPServer
import StrictJSON

extension ServerResponse {
    /// JSON that nobody may keep.
    static func sandboxJSON(_ object: JSONObject, status: Int = 200, headers: [(String, String)] = []) -> ServerResponse
    {
        sandboxDocument(
            object.compactBytes, type: "application/json; charset=utf-8", status: status,
            headers: [("Cache-Control", "no-store"), ("Pragma", "no-cache")] + headers)
    }

    /// JSON that may be kept for a time.
    static func sandboxPublicJSON(_ object: JSONObject, cacheControl: String) -> ServerResponse {
        sandboxDocument(
            object.compactBytes, type: "application/json; charset=utf-8", headers: [("Cache-Control", cacheControl)])
    }

    /// A document of a type.
    static func sandboxDocument(
        _ body: [UInt8], type: String, status: Int = 200, headers: [(String, String)]
    ) -> ServerResponse {
        let fields = [("Content-Type", type)] + headers
        return ServerResponse(
            status: status, headers: HeaderFields(fields.map { HeaderFields.Field($0.0, $0.1) }), body: body)
    }

    /// Leads a browser on, by GET.
    static func sandboxRedirect(to address: String) -> ServerResponse {
        sandboxDocument(
            [], type: "text/plain", status: 303,
            headers: [("Location", address), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")])
    }
}

extension JSONObject {
    /// An object of some members in their order; those that are nil are left out.
    static func of(_ members: KeyValuePairs<String, JSONValue?>) -> JSONObject {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return object
    }
}

extension JSONValue {
    /// An array of strings.
    static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
