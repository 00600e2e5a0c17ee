import Glibc
import Testing

@testable import HTTPServer

@Suite("Sockets that systemd hands over")
struct InheritedSocketTests {
    private static func environment(_ count: String, names: String? = nil, process: String? = nil) -> [String: String] {
        var variables = ["LISTEN_PID": process ?? "\(getpid())", "LISTEN_FDS": count]
        variables["LISTEN_FDNAMES"] = names
        return variables
    }

    private static func isRefused(_ environment: [String: String]) -> Bool {
        do {
            _ = try InheritedSockets.names(in: environment, process: getpid())
            return false
        } catch {
            return error.code == .listenFailed
        }
    }

    @Test("Their number and names are read")
    func names() throws {
        let process = getpid()
        #expect(try InheritedSockets.names(in: [:], process: process).isEmpty)
        #expect(try InheritedSockets.names(in: Self.environment("0"), process: process).isEmpty)
        #expect(try InheritedSockets.names(in: Self.environment("2"), process: process) == ["unknown", "unknown"])
        let named = Self.environment("2", names: "http:metrics")
        #expect(try InheritedSockets.names(in: named, process: process) == ["http", "metrics"])
    }

    @Test("Those of another process are not taken", arguments: ["1", "", "0", "-1"])
    func otherProcess(_ process: String) throws {
        #expect(try InheritedSockets.names(in: Self.environment("1", process: process), process: getpid()).isEmpty)
    }

    @Test(
        "A number that is none is refused", arguments: ["", "x", "-1", "+1", "01", " 1", "65", "99999999999999999999"])
    func badCount(_ count: String) {
        #expect(Self.isRefused(Self.environment(count)))
    }

    @Test("Names that are not as many as the sockets are refused", arguments: ["", "a", "a:b:c"])
    func badNames(_ names: String) {
        #expect(Self.isRefused(Self.environment("2", names: names)))
    }

    @Test("A server takes one, keeps it from child processes, and leaves it to others when it stops")
    func served() async throws {
        let address = try #require(NetworkAddress("127.0.0.1"))
        let original = try ListeningSocket(address: address, port: 0)
        let port = try #require(original.port)
        let copy = fcntl(original.descriptor, F_DUPFD, 200)
        let sockets = try ListeningSocket.inherited(from: Self.environment("1", names: "http"), startingAt: copy)
        #expect(sockets.map(\.name) == ["http"])
        #expect(sockets.map(\.port) == [port])
        #expect(fcntl(copy, F_GETFD) & FD_CLOEXEC != 0)
        let server = HTTPServer(.patient, handler: EchoHandler())
        try server.start(on: sockets)
        let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        let status = try await onThread { try RawClient(port: port).exchange(request)?.status }
        #expect(status == 200)
        await server.drain(within: .zero)
        // The next server goes on where this one has ended; a caller in between has waited.
        let waiting = try await onThread {
            let client = try RawClient(port: port)
            client.send(request)
            return client
        }
        let next = HTTPServer(.patient, handler: EchoHandler())
        try next.start(on: [original])
        let after = try await onThread { try waiting.response()?.status }
        #expect(after == 200)
        await next.drain(within: .zero)
    }

    @Test("A descriptor that does not listen is refused, and left as it is")
    func noListener() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        for candidate in [descriptor, 9999] {
            #expect(throws: HTTPServerError(.listenFailed, "")) {
                try ListeningSocket.inherited(from: Self.environment("1"), startingAt: candidate)
            }
        }
        #expect(fcntl(descriptor, F_GETFD) == 0)
    }
}
