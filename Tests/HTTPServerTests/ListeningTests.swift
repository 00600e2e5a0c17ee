import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Where a server listens")
struct ListeningTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    private static func refusal(_ body: () throws -> Void) -> HTTPServerError? {
        do {
            try body()
            return nil
        } catch {
            return error as? HTTPServerError
        }
    }

    private static func mode(_ path: String) -> UInt32? {
        var found = stat()
        return unsafe lstat(path, &found) == 0 ? found.st_mode & 0o7777 : nil
    }

    @Test("IPv6 takes IPv4 too, and says who called")
    func dualStack() async throws {
        let server = HTTPServer(.patient, handler: EchoHandler())
        try server.start(on: [try ListeningSocket(address: try #require(NetworkAddress("::")), port: 0)])
        let port = try #require(server.boundPort)
        let (four, six) = try await onThread {
            (
                try RawClient(port: port).exchange(Self.request)?.text,
                try RawClient(portOfIPv6: port).exchange(Self.request)?.text
            )
        }
        let loopback4 = PeerAddress.network(try #require(NetworkAddress("127.0.0.1")))
        let loopback6 = PeerAddress.network(try #require(NetworkAddress("::1")))
        #expect(four == "GET / - \(loopback4) http ")
        #expect(six == "GET / - \(loopback6) http ")
        await server.drain(within: .zero)
    }

    @Test("Several sockets serve at once")
    func several() async throws {
        let folder = try ScratchFolder()
        let address = try #require(NetworkAddress("127.0.0.1"))
        let sockets = [
            try ListeningSocket(address: address, port: 0), try ListeningSocket(address: address, port: 0),
            try ListeningSocket(path: "\(folder.path)/s"),
        ]
        let server = HTTPServer(.patient, handler: EchoHandler())
        try server.start(on: sockets)
        let ports = sockets.compactMap(\.port)
        let texts = try await onThread {
            try ports.map { try RawClient(port: $0).exchange(Self.request)?.status }
                + [try RawClient(path: "\(folder.path)/s").exchange(Self.request)?.status]
        }
        #expect(texts == [200, 200, 200])
        await server.drain(within: .zero)
    }

    @Test("A port that is taken is refused")
    func taken() throws {
        let address = try #require(NetworkAddress("127.0.0.1"))
        let first = try ListeningSocket(address: address, port: 0)
        let port = UInt16(try #require(first.port))
        let error = Self.refusal { _ = try ListeningSocket(address: address, port: port) }
        #expect(error?.code == .listenFailed)
        #expect(error?.reason.contains("127.0.0.1") == true)
    }

    @Test("An address of another machine is refused")
    func foreign() throws {
        let address = try #require(NetworkAddress("192.0.2.1"))
        #expect(Self.refusal { _ = try ListeningSocket(address: address, port: 0) }?.code == .listenFailed)
    }

    @Test("A path is listened on with its mode, its callers are local, and its file goes with the server")
    func path() async throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/bridge.sock"
        let server = HTTPServer(.patient, handler: EchoHandler())
        try server.start(on: [try ListeningSocket(path: path, mode: 0o660)])
        #expect(Self.mode(path) == 0o660)
        #expect(server.boundPort == nil)
        let text = try await onThread { try RawClient(path: path).exchange(Self.request)?.text }
        #expect(text == "GET / - local http ")
        await server.drain(within: .zero)
        #expect(Self.mode(path) == nil)
    }

    @Test("A path is closed to others unless more is said")
    func pathMode() throws {
        let folder = try ScratchFolder()
        let socket = try ListeningSocket(path: "\(folder.path)/s")
        #expect(Self.mode("\(folder.path)/s") == 0o600)
        #expect(socket.port == nil)
    }

    @Test("A socket on which nobody listens is replaced")
    func stale() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/s"
        // Bound and closed, as after a crash.
        let old = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let code = unsafe SocketCalls.withAddress(of: path) { unsafe bind(old, $0, $1) }
        close(old)
        #expect(code == 0)
        let fresh = try ListeningSocket(path: path)
        #expect(fresh.descriptor >= 0)
    }

    @Test("A socket on which somebody listens is left alone")
    func busy() async throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/s"
        let server = HTTPServer(.patient, handler: EchoHandler())
        try server.start(on: [try ListeningSocket(path: path)])
        #expect(Self.refusal { _ = try ListeningSocket(path: path) }?.code == .listenFailed)
        let status = try await onThread { try RawClient(path: path).exchange(Self.request)?.status }
        #expect(status == 200)
        await server.drain(within: .zero)
    }

    @Test("What is no socket is left alone", arguments: ["file", "folder", "link"])
    func noSocket(_ kind: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Array("kept".utf8), to: "file")
        try folder.write(Array("kept".utf8), to: "folder/file")
        unsafe symlink("\(folder.path)/nowhere", "\(folder.path)/link")
        let before = try folder.contents()
        #expect(Self.refusal { _ = try ListeningSocket(path: "\(folder.path)/\(kind)") }?.code == .listenFailed)
        #expect(try folder.contents() == before)
        #expect(try Locations.bytes("\(folder.path)/file") == Array("kept".utf8))
    }

    @Test("A file that has taken the place of the socket is left alone")
    func replaced() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/s"
        let socket = try ListeningSocket(path: path)
        unsafe unlink(path)
        try folder.write(Array("other".utf8), to: "s")
        socket.close()
        #expect(try Locations.bytes(path) == Array("other".utf8))
    }

    @Test("A path that does not fit is refused", arguments: ["", String(repeating: "a", count: 108), "a\u{0}b"])
    func badPath(_ path: String) {
        #expect(Self.refusal { _ = try ListeningSocket(path: path) }?.code == .listenFailed)
    }
}
