import CMicrohttpd
import StrictJSON

/// A response in the form in which it may be sent.
struct OutgoingResponse: Sendable {
    /// The fields that the server sets by itself.
    private static let reserved = [
        "connection", "content-length", "date", "keep-alive", "trailer", "transfer-encoding", "upgrade",
    ]

    let status: Int
    let fields: [HeaderFields.Field]
    let body: [UInt8]
    /// Whether the connection ends with it.
    var closesConnection: Bool

    /// Checks a response; one that cannot be sent becomes a 500, rather than lose a field that keeps something safe.
    init(_ response: ServerResponse) {
        let isSendable =
            200...599 ~= response.status
            && response.headers.fields.allSatisfy { FieldSyntax.isName($0.name) && FieldSyntax.isValue($0.value) }
        let checked = isSendable ? response : .refusal(500, "INTERNAL", "the request could not be answered")
        status = checked.status
        closesConnection = checked.headers.values("Connection").contains {
            $0.asciiLowercased.hasSameBytes(as: "close")
        }
        fields = checked.headers.fields.filter { !$0.value.isEmpty && !Self.isReserved($0.name) }
        // These have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
        body = [204, 205, 304].contains(checked.status) ? [] : checked.body
    }

    private static func isReserved(_ name: String) -> Bool {
        reserved.contains { HeaderFields.areEqual($0, name) }
    }

    /// Gives the response to libmicrohttpd, which adds `Date` and the fields of the framing.
    ///
    /// - Returns: Whether it took it.
    @unsafe func queue(on connection: OpaquePointer, _ library: Microhttpd) -> Bool {
        let table = unsafe library.table
        guard let response = unsafe bridge_mhd_create_response(table, body, body.count) else { return false }
        defer { unsafe bridge_mhd_destroy_response(table, response) }
        for field in fields {
            guard unsafe bridge_mhd_add_field(table, response, field.name, field.value) == .YES else { return false }
        }
        if closesConnection {
            guard unsafe bridge_mhd_add_field(table, response, "Connection", "close") == .YES else { return false }
        }
        return unsafe bridge_mhd_queue(table, connection, UInt32(status), response) == .YES
    }
}

extension ServerResponse {
    /// What the server answers by itself.
    static func refusal(_ status: Int, _ code: String, _ title: String) -> ServerResponse {
        var headers = HeaderFields([
            .init("Content-Type", "application/problem+json"), .init("Cache-Control", "no-store"),
        ])
        if status == 503 { headers.append("Retry-After", "1") }
        let text = #"{"title":"\#(title)","status":\#(status),"error_code":"\#(code)"}"#
        return ServerResponse(status: status, headers: headers, body: Array(text.utf8))
    }
}

extension String {
    /// The text with the letters A to Z made small; all else stays.
    var asciiLowercased: String {
        String(decoding: utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
