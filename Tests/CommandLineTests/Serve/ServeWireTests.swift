import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("serve: bytes as strangers send them")
struct ServeWireTests {
    private let plant: Plant
    private let served: Served
    private let door: Door

    init() throws {
        plant = try ServePlant.folder()
        served = try Served(plant.folder, environment: ServePlant.environment)
        door = try served.door
    }

    private static let head = "POST /token HTTP/1.1\r\nHost: bridge.example\r\n"
    private static let type = "Content-Type: application/x-www-form-urlencoded\r\n"
    private static let form = Door.encoded(Door.minting())

    @Test(
        "what two servers could read in two ways is refused, and what hides behind it is not done",
        arguments: [
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
            "Content-Length: 4, 4\r\n\r\nabcd", "Content-Length: +4\r\n\r\nabcd", "Content-Length: 0x4\r\n\r\nabcd",
            "Content-Length : 4\r\n\r\nabcd", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding:\u{B}chunked\r\n\r\n0\r\n\r\n", "X: a\r\n Content-Length: 4\r\n\r\nabcd",
            "X: a\nContent-Length: 4\r\n\r\nabcd", "Host: other.example\r\nContent-Length: 0\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n", "X: a\u{0}b\r\nContent-Length: 0\r\n\r\n",
        ])
    func smuggled(rest: String) throws {
        let wire = try Wire(door, seconds: 15)
        let hidden = Door.request("POST", "/token", form: Self.form)
        wire.send([UInt8]((Self.head + Self.type + rest).utf8) + hidden)
        let all = String(decoding: try #require(wire.rest(), "it is kept open"), as: UTF8.self)
        #expect(!all.contains("access_token") && !all.contains("HTTP/1.1 200"), "\(all)")
        #expect(all.isEmpty || all.contains("HTTP/1.1 4") || all.contains("HTTP/1.1 5"), "\(all)")
        #expect(!served.text.contains("custom token issued"))
    }

    @Test("a field of a response cannot be made by a request", arguments: ["a%0d%0aX-Evil:%201", "a%0aX-Evil:%201"])
    func splitResponse(text: String) throws {
        for path in [
            "/device?user_code=\(text)", "/callback/plant?state=\(text)", "/\(text)", "/authorize?client_id=\(text)",
        ] {
            let reply = try door.get(path)
            #expect(reply.values("X-Evil").isEmpty, "\(reply.head)")
        }
    }

    @Test("B49: a request whole, byte by byte, in pieces, in chunks and after 100-continue is answered the same")
    func caseOfPieces() throws {
        let whole = Door.request("POST", "/token", form: Self.form)
        for pieces in [Int.max, 1, 1440] {
            let wire = try Wire(door)
            wire.send(whole, pieces: pieces)
            #expect(wire.reply()?.status == 200)
        }
        var chunked = Self.head + Self.type + "Transfer-Encoding: chunked\r\n\r\n"
        var rest = Substring(Self.form)
        while !rest.isEmpty {
            chunked += "\(String(rest.prefix(7).count, radix: 16))\r\n\(rest.prefix(7))\r\n"
            rest = rest.dropFirst(7)
        }
        #expect(try door.ask([UInt8]("\(chunked)0\r\n\r\n".utf8)).status == 200)
        let wire = try Wire(door)
        wire.send(
            [UInt8](
                "\(Self.head)\(Self.type)Expect: 100-continue\r\nContent-Length: \(Self.form.utf8.count)\r\n\r\n".utf8))
        #expect(wire.reply()?.status == 100)
        wire.send([UInt8](Self.form.utf8))
        #expect(wire.reply()?.status == 200)
    }

    @Test("B49: the case's own bytes harm nothing: its path is not ours, its lengths are as bad here")
    func caseBytes() throws {
        let folder = try Locations.caseFolder("B49")
        let expected = [
            ("whole.bin", [404]), ("chunked.bin", [404]), ("too-big-header.bin", [413, 404]),
            ("lying-length.bin", [404, 400]), ("no-body.bin", [404]),
        ]
        for (name, statuses) in expected {
            let bytes = try Locations.bytes("\(folder)/\(name)")
            let wire = try Wire(door)
            wire.send(bytes)
            let reply = try #require(wire.reply(), "\(name)")
            #expect(statuses.contains(reply.status), "\(name): \(reply.head)")
            let text = String(decoding: bytes, as: UTF8.self).replacing("/v1/exchange", with: "/token")
            let ours = try Wire(door)
            ours.send([UInt8](text.utf8))
            #expect([400, 413].contains(ours.reply()?.status ?? 0), "\(name)")
        }
        #expect(try door.mint().status == 200)
    }

    @Test("B49: 99 MB announced are refused before they come")
    func announced() throws {
        let wire = try Wire(door)
        wire.send([UInt8]("\(Self.head)\(Self.type)Content-Length: 99999999\r\n\r\n".utf8))
        #expect(wire.reply()?.status == 413)
        #expect(wire.rest() != nil)
    }

    @Test("B49: a length that lies leaves no second request that succeeds")
    func lyingLength() throws {
        let wire = try Wire(door)
        wire.send([UInt8]("\(Self.head)\(Self.type)Content-Length: 10\r\n\r\n\(Self.form)".utf8))
        wire.send(Door.request("GET", "/.well-known/jwks.json"))
        let all = String(decoding: try #require(wire.rest()), as: UTF8.self)
        #expect(!all.contains("HTTP/1.1 200") && all.contains("HTTP/1.1 400"), "\(all)")
    }

    @Test("B49: 200,000 nested arrays overflow nothing, as a body and as the parts that are JSON")
    func nestedArrays() throws {
        let nested = String(repeating: "[", count: 200_000)
        let wire = try Wire(door)
        wire.send([UInt8]("\(Self.head)Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n\(nested)".utf8))
        #expect(wire.reply()?.status == 413)
        let short = String(nested.prefix(20000))
        for form in [
            [
                "grant_type": "client_credentials", "client_id": "backend", "client_secret": ServePlant.secret,
                "uid": "svc:1", "claims": short,
            ],
            Door.exchange("\(Data(#"{"alg":"ES256","kid":"ec-1","x":\#(short)"#.utf8).base64EncodedString()).e30.AAAA"),
        ] as [KeyValuePairs<String, String>] {
            #expect(try door.post("/token", form).status == 400)
        }
        #expect(served.isRunning)
    }

    @Test("B49: 200 callers that hang up right after they have sent end nothing")
    func hangUps() throws {
        for number in 0..<200 {
            let wire = try Wire(door)
            wire.send(Door.request("POST", "/token", form: Self.form))
            if number % 2 == 0 { wire.hangUp() }
        }
        #expect(try door.mint().status == 200)
        #expect(served.isRunning)
    }

    @Test("B49: mint into a pipe that is closed ends with an error, not with a crash")
    func closedPipe() throws {
        let result = try TokenBridge.bash(
            #"set -o pipefail; { sleep 0.2; "$0" mint --service-account key.json --uid a; echo "$?" > status; } | head -c 0"#,
            in: plant.folder)
        let status = String(decoding: try Locations.bytes("\(plant.folder.path)/status"), as: UTF8.self)
        #expect(status != "0\n" && (Int(status.dropLast()) ?? 999) < 128, "\(status) \(result.errors)")
    }
}
