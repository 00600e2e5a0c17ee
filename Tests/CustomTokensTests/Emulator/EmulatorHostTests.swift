@testable import CustomTokens
import Testing

@Suite("FIREBASE_AUTH_EMULATOR_HOST (FB-23)")
struct EmulatorHostTests {
    private func host(_ value: String) throws -> EmulatorHost? {
        try EmulatorHost(environment: ["FIREBASE_AUTH_EMULATOR_HOST": value])
    }

    @Test(
        "host and port of this machine are accepted as they are",
        arguments: [
            "localhost:9099", "127.0.0.1:9099", "[::1]:9099", "LocalHost:1", "127.255.255.254:65535", "127.0.0.2:80",
        ])
    func accepted(_ value: String) throws {
        #expect(try host(value)?.authority == value)
    }

    @Test("a variable that is not set or empty means no emulator")
    func absent() throws {
        #expect(try EmulatorHost(environment: [:]) == nil)
        #expect(try host("") == nil)
        #expect(try EmulatorHost(environment: ["firebase_auth_emulator_host": "localhost:9099"]) == nil)
    }

    @Test(
        "what is not host:port is refused and the form told",
        arguments: [
            "http://localhost:9099", "https://localhost:9099", "localhost:9099/", "localhost:9099/path",
            "localhost:9099?x",
            "localhost:9099#x", "//localhost:9099", "localhost", "127.0.0.1", "localhost:", ":9099", ":", " ",
            " localhost:9099", "localhost:9099 ", "local host:9099", "localhost: 9099", "localhost:9099\n",
            "localhost:0",
            "localhost:65536", "localhost:99999", "localhost:100000", "localhost:+99", "localhost:-1", "localhost:0x50",
            "localhost:９０９９", "localhost:http", "user@localhost:9099", "user:pass@localhost:9099", "lócalhost:9099",
            "true", "1", "[::1]",
        ])
    func malformed(_ value: String) throws {
        let error = try refusal { try host(value) }
        #expect(error.code == .emulatorHostInvalid)
        #expect(error.reason.contains("FIREBASE_AUTH_EMULATOR_HOST"))
        #expect(error.reason.contains("host:port") || error.reason.contains("on this machine"))
    }

    @Test(
        "another machine is refused, for its tokens would be unsigned",
        arguments: [
            "example.com:9099", "0.0.0.0:9099", "[::]:9099", "10.0.0.1:9099", "192.168.1.1:9099", "128.0.0.1:9099",
            "127.0.0.1.example.com:9099", "localhost.example.com:9099", "localhost.:9099", "127.1:9099",
            "127.0.0.256:9099",
            "127.0.0.:9099", "127..0.1:9099", "127.0.0.1.1:9099", "127.0.0.+1:9099", "2130706433:9099",
            "0x7f.0.0.1:9099",
            "::1:9099", "[::1:9099", "[::ffff:127.0.0.1]:9099", "host.docker.internal:9099", "[localhost]:9099",
        ])
    func notLoopback(_ value: String) throws {
        let error = try refusal { try host(value) }
        #expect(error.code == .emulatorHostInvalid)
        #expect(error.reason.contains("on this machine"))
    }

    @Test("control characters of the value do not reach the message")
    func controlCharacters() throws {
        let error = try refusal { try host("a\u{1B}[2J\nb:9099") }
        #expect(error.reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
