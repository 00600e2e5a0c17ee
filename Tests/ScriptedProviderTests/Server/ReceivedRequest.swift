import Foundation

/// A request as it was on the wire.
struct ReceivedRequest: Sendable {
    let method: String
    /// The number of the script that it is for: the first part of its path.
    let script: Int?
    /// What it was meant for: the address with its host, without its query.
    let url: String
    /// The query, byte for byte.
    let query: String
    /// The fields, with their names in lower case.
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    /// Takes a request apart.
    init(head: String, body: [UInt8]) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let target = words.count > 1 ? words[1] : ""
        method = words[0]
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts[0].split(separator: "/", maxSplits: 1).map(String.init)
        script = path.first.flatMap(Int.init)
        url = "https://\(path.count > 1 ? path[1] : "")"
        query = parts.count > 1 ? parts[1] : ""
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        self.body = body
    }

    /// The value of a field that is there once; nil where there is none, and the values where there are several.
    subscript(name: String) -> String? {
        let values = fields.filter { $0.name == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: " AND ")
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
