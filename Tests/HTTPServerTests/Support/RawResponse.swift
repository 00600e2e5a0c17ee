/// A response as it came.
struct RawResponse: Sendable {
    let status: Int
    let lines: [String]
    var body: [UInt8] = []

    init?(head: [UInt8]) {
        let text = String(decoding: head, as: UTF8.self)
        lines = text.split(separator: "\r\n").map(String.init)
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else {
            return nil
        }
        self.status = status
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func values(_ name: String) -> [String] {
        lines.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
            return parts[1].trimmingPrefix(" ").description
        }
    }
}
