import OAuthClient

/// Puts an answer together from the lines and pieces that come in, within limits.
struct AnswerCollector: Sendable {
    /// Why nothing more is taken.
    enum Excess: Sendable {
        /// The status line and fields are too long.
        case header
        /// The decoded body is too long.
        case body
    }

    private enum Place: Sendable {
        case beforeStatus, inFields, inBody
    }

    /// What was too much, if anything was.
    private(set) var excess: Excess?
    /// Whether any of the answer has come.
    private(set) var hasBegun = false

    private let maximumHeaderBytes: Int
    private let maximumBodyBytes: Int
    private var place = Place.beforeStatus
    private var headerBytes = 0
    private var status = 0
    private var fields: [HTTPField] = []
    private var body: [UInt8] = []

    init(maximumHeaderBytes: Int, maximumBodyBytes: Int) {
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// The answer; nil where no final status came.
    var response: HTTPResponse? {
        place == .inBody ? HTTPResponse(status: status, fields: fields, body: body) : nil
    }

    /// Takes one line of the header section, with its end.
    ///
    /// Interim answers (RFC 9110, section 15.2) and trailers are counted and left out.
    mutating func takeLine(_ line: [UInt8]) {
        hasBegun = true
        headerBytes += line.count
        guard headerBytes <= maximumHeaderBytes else { return excess = .header }
        let text = line.prefix { $0 != 0x0D && $0 != 0x0A }
        switch place {
        case .beforeStatus:
            status = Self.status(in: text)
            fields = []
            place = .inFields
        case .inFields where text.isEmpty: place = 100...199 ~= status ? .beforeStatus : .inBody
        case .inFields: takeField(text)
        case .inBody: break
        }
    }

    /// Takes one piece of the decoded body.
    mutating func takeBody(_ piece: [UInt8]) {
        guard piece.count <= maximumBodyBytes - body.count else { return excess = .body }
        body += piece
    }

    private mutating func takeField(_ line: ArraySlice<UInt8>) {
        if let last = fields.last, line.first == 0x20 || line.first == 0x09 {
            // A line that goes on is joined by a blank (RFC 9112, section 5.2).
            fields[fields.count - 1] = HTTPField(name: last.name, value: "\(last.value) \(Self.trimmed(line))")
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(
                HTTPField(
                    name: String(decoding: line[..<colon], as: UTF8.self),
                    value: Self.trimmed(line[line.index(after: colon)...])))
        }
    }

    /// The three digits after the first blank; 0 where there are none.
    private static func status(in line: ArraySlice<UInt8>) -> Int {
        let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
        guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return 0 }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var rest = value.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}
