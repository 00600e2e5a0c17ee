import JOSE
import StrictJSON

/// How long an answer says that it may be used (RFC 9111, section 4.2.1), for a cache of one client.
public struct CacheControl: Sendable, Equatable {
    /// What the answer says, its age taken off; nil where it says nothing.
    ///
    /// Where fields contradict each other the most restrictive counts; what cannot be read counts as stale.
    public let freshness: Duration?

    /// Reads the fields of an answer: `Cache-Control`, `Age`, `Expires` and `Date`.
    ///
    /// - Parameter response: The answer.
    public init(_ response: HTTPResponse) {
        guard let seconds = Self.lifetime(response) else {
            freshness = nil
            return
        }
        let age = Self.age(response["Age"])
        freshness = .seconds(max(0, seconds - age))
    }

    private static func lifetime(_ response: HTTPResponse) -> Int64? {
        let directives = response.fields.filter { $0.name.lowercased() == "cache-control" }.flatMap {
            parse($0.value)
        }
        if directives.contains(where: { $0.name == "no-store" || $0.name == "no-cache" }) { return 0 }
        let maximumAges = directives.filter { $0.name == "max-age" }.map { deltaSeconds($0.value) ?? 0 }
        if let least = maximumAges.min() { return least }
        guard let expires = response["Expires"] else { return nil }
        guard let expiration = HTTPDate.parse(expires), let date = response["Date"].flatMap(HTTPDate.parse) else {
            return 0
        }
        return expiration.secondsSinceEpoch - date.secondsSinceEpoch
    }

    /// Directives with their names in lower case; a comma within quotes parts nothing.
    private static func parse(_ field: String) -> [(name: String, value: String)] {
        var isQuoted = false
        let parts = field.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        return parts.map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            return (trimmed(part[..<equals]).lowercased(), trimmed(part[equals...].dropFirst()))
        }
    }

    /// Without the blanks and quotes around it: RFC 9111, section 5.2, lets a number stand in quotes.
    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isOuter = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") }
        guard let first = text.firstIndex(where: { !isOuter($0) }), let last = text.lastIndex(where: { !isOuter($0) })
        else { return "" }
        return String(decoding: text[first...last], as: UTF8.self)
    }

    /// A number of seconds; nil where the text is none.
    ///
    /// One that is too large is the largest of RFC 9111, section 1.2.2.
    private static func deltaSeconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Int64(text) ?? .max, 1 << 31)
    }

    /// The first number of the field; an unreadable one is ignored (RFC 9111, section 5.1).
    private static func age(_ field: String?) -> Int64 {
        let first = (field ?? "").utf8.prefix { $0 != UInt8(ascii: ",") }
        return deltaSeconds(trimmed(first)) ?? 0
    }
}
