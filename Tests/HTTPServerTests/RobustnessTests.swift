import HTTPServer
import Testing

/// What a strict server says to requests that another could read in another way.
///
/// libmicrohttpd answers some by itself, with HTML that no handler can shape: a request line without a version or with
/// another than HTTP/1.0 and 1.1, a field without a colon, chunks that it cannot read, a length that is no number or too
/// large for it, and a head that does not fit its memory, such as one of more than 400 fields and cookies. For these nobody is told, and nothing is counted.
@Suite("Requests that are not in order")
struct RobustnessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int?
        let goesOn: Bool

        var testDescription: String { name }

        init(_ name: String, _ request: String, _ status: Int?, goesOn: Bool = false) {
            self.name = name
            self.request = request
            self.status = status
            self.goesOn = goesOn
        }
    }

    static let rows: [Row] = lengths + codings + chunkLines + trailers + lines + hosts + versions + sizes + targets

    static let lengths = [
        Row("plain", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab", 200, goesOn: true),
        Row("no length", "POST / HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc", 400),
        Row("a length twice", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab", 400),
        Row("length +2", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\nab", 400),
        Row("length 2,2", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2,2\r\n\r\nab", 400),
        Row("length 0x2", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x2\r\n\r\nab", 400),
        Row("length -1", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\nab", 400),
        Row("empty length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \r\n\r\nab", 400),
        Row("length 2^64+2", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551618\r\n\r\nab", 413),
    ]

    static let codings = [
        Row("chunked", chunked("Transfer-Encoding: chunked"), 200),
        Row("Chunked", chunked("Transfer-Encoding: Chunked"), 200),
        Row("length and chunked", chunked("Content-Length: 2\r\nTransfer-Encoding: chunked"), 400),
        Row("chunked and length", chunked("Transfer-Encoding: chunked\r\nContent-Length: 2"), 400),
        Row("xchunked", chunked("Transfer-Encoding: xchunked"), 400),
        Row("gzip, chunked", chunked("Transfer-Encoding: gzip, chunked"), 400),
        Row("chunked, identity", chunked("Transfer-Encoding: chunked, identity"), 400),
        Row("chunked twice", chunked("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), 400),
        Row("chunked after a vertical tab", chunked("Transfer-Encoding: \u{0B}chunked"), 400),
        Row(
            "chunked of HTTP/1.0",
            "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", 400),
        Row("chunk size overflow", chunks("FFFFFFFFFFFFFFFFF\r\nab\r\n0\r\n\r\n"), 413),
        Row("chunk size '2 x'", chunks("2 x\r\nab\r\n0\r\n\r\n"), 400),
        Row("chunk size -2", chunks("-2\r\nab\r\n0\r\n\r\n"), 400),
    ]

    /// libmicrohttpd takes some of these; none may be followed by another request.
    static let chunkLines = [
        Row("bare LF after a size", chunks("2\nab\r\n0\r\n\r\n"), 200),
        Row("bare LF in an extension", chunks("2;\na\r\n\r\n0\r\n\r\n"), 400),
        Row("bare LF after a chunk", chunks("2\r\nab\n0\r\n\r\n"), 200),
        Row("bare LF after the last size", chunks("2\r\nab\r\n0\n\r\n"), 200),
        Row("bare LF as the end", chunks("2\r\nab\r\n0\r\n\n"), 200),
        Row("an extension", chunks("2;a=b\r\nab\r\n0\r\n\r\n"), 200),
        Row("no line break after a chunk", chunks("2\r\nabc\r\n0\r\n\r\n"), 400),
    ]

    static let trailers = [
        Row("a trailer", chunks("0\r\nA: b\r\n\r\n"), 200),
        Row("a trailer that sets a length", chunks("0\r\nContent-Length: 5\r\n\r\nabcde"), 200),
        Row("a trailer whose name is no token", chunks("0\r\nA b: c\r\n\r\n"), 400),
        Row("a trailer that is a chunk's size", chunks("0\r\n31;a: x\r\n\r\n"), 400),
        Row("a second trailer whose name is no token", chunks("0\r\nA: b\r\nC(d): e\r\n\r\n"), 400),
        Row("a trailer with a control character", chunks("0\r\nA: b\u{1}\r\n\r\n"), 400),
        Row("a trailer without a name", chunks("0\r\n: b\r\n\r\n"), 400),
        Row("a trailer without a colon", chunks("0\r\nAB\r\n\r\n"), 400),
        Row("8 trailers", chunks("0\r\n\(fields(8, 20))\r\n"), 200),
        Row("9 trailers", chunks("0\r\n\(fields(9, 1))\r\n"), 431),
        Row("a trailer of 512 bytes", chunks("0\r\nA: \(letters(511))\r\n\r\n"), 200),
        Row("a trailer of 513 bytes", chunks("0\r\nA: \(letters(512))\r\n\r\n"), 431),
    ]

    static let lines = [
        Row("bare LF everywhere", "GET / HTTP/1.1\nHost: x\n\n", 400),
        Row("bare LF after the request line", "GET / HTTP/1.1\nHost: x\r\n\r\n", 400),
        Row("bare LF after a field", "GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400),
        Row("bare LF after the last field", "GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
        Row("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: x\r\n\n", 400),
        Row("bare LF and no field", "GET / HTTP/1.0\n\n", 400),
        Row("bare CR in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400),
        Row("two CRs", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\r\n\r\n", 400),
        Row("space before the colon", "GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400),
        Row("length with a space before the colon", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 2\r\n\r\nab", 400),
        Row("obs-fold", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400),
        Row("obs-fold of the first field", "GET / HTTP/1.1\r\nA: b\r\n\tc\r\nHost: x\r\n\r\n", 400),
        Row("obs-fold of the last field", "GET / HTTP/1.1\r\nA: b\r\nHost: x\r\n \r\n\r\n", 400),
        Row("space before the first field", "GET / HTTP/1.1\r\n A: b\r\nHost: x\r\n\r\n", 400),
        Row("NUL in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n", 400),
        Row("NUL at the end of a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}\r\n\r\n", 400),
        Row("NUL before another field", "GET / HTTP/1.1\r\nA: b\u{0}\r\nHost: x\r\n\r\n", 400),
        Row("a field behind two NULs", "GET / HTTP/1.1\r\nA: b\u{0}\u{0}C: d\r\nHost: x\r\n\r\n", 400),
        Row("NUL as a value", "GET / HTTP/1.1\r\nHost: x\r\nA: \u{0}\r\n\r\n", 400),
        Row("two NULs in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}\u{0}C: d\r\n\r\n", 400),
        Row("NUL in a name", "GET / HTTP/1.1\r\nHost: x\r\nA\u{0}B: c\r\n\r\n", 400),
        Row("NUL hides a second length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\u{0}2\r\n\r\nab", 400),
        Row("control character in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{1}c\r\n\r\n", 400),
        Row("DEL in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{7F}c\r\n\r\n", 400),
        Row("no colon", "GET / HTTP/1.1\r\nHost: x\r\nABC\r\n\r\n", 400),
        Row("no name", "GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n", 400),
        Row("a name that is no token", "GET / HTTP/1.1\r\nHost: x\r\nA(b): c\r\n\r\n", 400),
        Row("two spaces before the target", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("two spaces after the target", "GET /  HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("space after the version", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
        Row("empty value", "GET / HTTP/1.1\r\nHost: x\r\nA:\r\nB:  \r\n\r\n", 200, goesOn: true),
        Row("value with spaces around", "GET / HTTP/1.1\r\nHost: x\r\nA: \t b \t \r\n\r\n", 200, goesOn: true),
        Row("empty line before", "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("many fields", "GET / HTTP/1.1\r\nHost: x\r\n\(fields(60, 100))\r\n", 200, goesOn: true),
    ]

    static let hosts = [
        Row("no host", "GET / HTTP/1.1\r\n\r\n", 400),
        Row("no host among others", "GET / HTTP/1.1\r\nA: b\r\n\r\n", 400),
        Row("two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        Row("a host twice", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        Row("two hosts in one", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n", 400),
        Row("host with a user", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n", 400),
        Row("host with a path", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
        Row("two hosts of HTTP/1.0", "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        Row("host of IPv6", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 200, goesOn: true),
    ]

    static let versions = [
        Row("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
        Row("HTTP/1.0 that is kept", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200, goesOn: true),
        Row("HTTP/1.1 that is closed", "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        Row("HTTP/3.7", "GET / HTTP/3.7\r\nHost: x\r\n\r\n", 505),
        Row("HTTP/0.9", "GET / HTTP/0.9\r\nHost: x\r\n\r\n", 505),
        Row("http/1.1", "GET / http/1.1\r\nHost: x\r\n\r\n", 400),
        Row("no version", "GET /\r\n\r\n", 400),
        Row("preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Row("garbage", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", nil),
    ]

    static let sizes = [
        Row("target of 8 KiB", "GET /\(letters(8191)) HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("target of 8 KiB and 1", "GET /\(letters(8192)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        Row("target of 100 kB", "GET /\(letters(100_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        Row("query of 4000 parts", "GET /?\(parts(4000)) HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("value of 15 kB", "GET / HTTP/1.1\r\nHost: x\r\nA: \(letters(15_000))\r\n\r\n", 200, goesOn: true),
        Row("value of 20 kB", "GET / HTTP/1.1\r\nHost: x\r\nA: \(letters(20_000))\r\n\r\n", 431),
        Row("value of 100 kB", "GET / HTTP/1.1\r\nHost: x\r\nA: \(letters(100_000))\r\n\r\n", 431),
        Row("cookie of 10 kB", "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=\(letters(10_000))\r\n\r\n", 200, goesOn: true),
        Row("cookie of 15 kB", "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=\(letters(15_000))\r\n\r\n", 431),
        Row(
            "a second cookie of 5 kB",
            "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\ncookie: a=\(letters(5_000))\r\n\r\n", 200, goesOn: true),
        Row("130 cookies", "GET / HTTP/1.1\r\nHost: x\r\nCookie: \(pairs(130))\r\n\r\n", 200, goesOn: true),
        Row("404 cookies", "GET / HTTP/1.1\r\nHost: x\r\nCookie: \(pairs(404))\r\n\r\n", 431),
        Row("300 cookies that are empty", "GET / HTTP/1.1\r\nHost: x\r\ncookie: \(semicolons(300))\r\n\r\n", 431),
        Row("150 fields", "GET / HTTP/1.1\r\nHost: x\r\n\(fields(150, 1))\r\n", 200, goesOn: true),
        Row("160 fields", "GET / HTTP/1.1\r\nHost: x\r\n\(fields(160, 1))\r\n", 431),
        Row("1000 fields", "GET / HTTP/1.1\r\nHost: x\r\n\(fields(1000, 20))\r\n", 431),
        Row("length 70000", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n\(letters(70_000))", 413),
        Row(
            "length 70000 with Expect",
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 70000\r\n\r\n", 413),
        Row("length 10^12", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n", 413),
        Row("70000 in chunks", chunks("11170\r\n\(letters(70_000))\r\n0\r\n\r\n"), 413),
        Row(
            "length 65536", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n\(letters(65_536))", 200,
            goesOn: true),
        Row("65536 in chunks", chunks("10000\r\n\(letters(65_536))\r\n0\r\n\r\n"), 200),
    ]

    static let targets = [
        Row("absolute form", "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("authority form", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("GET *", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("no slash", "GET a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("space in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("fragment", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("NUL in the target", "GET /a\u{0}b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("NUL at the end of the target", "GET /a\u{0} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("NUL in the method", "GE\u{0}T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("tab in the target", "GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("letters beyond ASCII", "GET /\u{E4} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        Row("%00 in the path", "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("TRACE", "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("FOO", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n", 200, goesOn: true),
        Row("a method that is no token", "GE(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    ]

    @Test("are answered, and closed where their end is not sure", arguments: rows)
    func isAnswered(_ row: Row) async throws {
        try await TestServer.run { server in
            let port = server.port
            let (status, next) = try await onThread {
                let client = try RawClient(port: port)
                client.send(row.request)
                let first = try client.response()
                client.send("GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                let rest = String(decoding: try client.rest(), as: UTF8.self)
                return (first?.status, rest.contains("GET /next"))
            }
            #expect(status == row.status)
            #expect(next == row.goesOn)
        }
    }

    @Test(
        "a request within a chunked body is none, whichever line of the body ends with LF alone",
        arguments: [
            "10;\na\r\n\(String(repeating: "y", count: 13))\r\n0\r\n31;a: x\r\n\r\n",
            "2\nab\r\n0\n\r\n", "2\r\nab\n0\r\n\n", "2;\nab\r\n0\r\nA: b\n\n",
        ])
    func smuggles(_ body: String) async throws {
        try await TestServer.run { server in
            let hidden = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
            let bytes = Array("\(Self.chunks(body))\(hidden)\r\n0\r\n\r\n".utf8)
            let found = try await server.responses(to: bytes, count: 9)
            #expect(found.count == 1)
            #expect(found.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("/smuggled") })
            #expect(found.first?.values("Connection") == ["close"])
        }
    }

    @Test("who goes on sending after a chunked body, which ends the connection, gets its answer all the same")
    func sendsOn() async throws {
        try await TestServer.run { server in
            let port = server.port
            let outcomes = try await onThread {
                try (0..<10).map { _ in
                    let client = try RawClient(port: port)
                    client.send(Self.chunks("2\r\nab\r\n0\r\n\r\n"))
                    // A reset would end the sending, and far away the answer could be lost by it.
                    let isTaken = client.send([UInt8](repeating: 65, count: 8_000_000))
                    return try client.response()?.status == 200 && isTaken
                }
            }
            #expect(outcomes == Array(repeating: true, count: 10))
        }
    }

    private static func chunked(_ lines: String) -> String {
        "POST / HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n2\r\nab\r\n0\r\n\r\n"
    }

    private static func chunks(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    }

    private static func letters(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }

    private static func parts(_ count: Int) -> String {
        String(repeating: "a&", count: count)
    }

    private static func pairs(_ count: Int) -> String {
        Array(repeating: "a=b", count: count).joined(separator: "; ")
    }

    private static func semicolons(_ count: Int) -> String {
        String(repeating: ";", count: count)
    }

    private static func fields(_ count: Int, _ length: Int) -> String {
        (0..<count).map { "A\($0): \(letters(length))\r\n" }.joined()
    }
}
