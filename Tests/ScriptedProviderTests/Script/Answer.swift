/// What a provider answers.
struct Answer: Sendable {
    var status: Int
    var type: String?
    var fields: [(name: String, value: String)]
    var body: String

    init(_ status: Int, _ body: String, type: String? = "application/json", fields: [(String, String)] = []) {
        self.status = status
        self.type = type
        self.fields = fields.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    /// A success in JSON.
    static func json(_ body: String) -> Answer { Answer(200, body) }

    /// A success in a form.
    static func form(_ body: String) -> Answer { Answer(200, body, type: "application/x-www-form-urlencoded") }

    /// A refusal as OAuth 2.0 has it.
    static func refusal(_ code: String, status: Int = 400) -> Answer {
        Answer(status, #"{"error":"\#(code)","error_description":"The request was refused."}"#)
    }

    /// The answer on the wire.
    var bytes: [UInt8] {
        var lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)"]
        if let type { lines.append("Content-Type: \(type)") }
        lines += fields.map { "\($0.name): \($0.value)" }
        return [UInt8]((lines + ["", ""]).joined(separator: "\r\n").utf8) + [UInt8](body.utf8)
    }
}
