import Foundation
import TestSupport
import Testing

@Suite("The logins of examples/devices: their text")
struct DeviceExampleSourceTests {
    @Test("each is under 80 lines, which are at most 120 columns wide", arguments: DeviceExample.allCases)
    func size(example: DeviceExample) throws {
        let text = String(decoding: try Locations.bytes(example.path), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count < 80 && lines.count > 20)
        #expect(lines.allSatisfy { $0.utf8.count <= 120 })
    }

    @Test("the one in C compiles without a warning, and as its own comment says", .enabled(if: Shell("cc").isThere))
    func compiles() throws {
        let folder = try ScratchFolder()
        let result = try TokenBridge.bash(
            "cc -Wall -Wextra -Werror -O2 -o login \"$1\" -lcurl", [DeviceExample.c.path], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let text = String(decoding: try Locations.bytes(DeviceExample.c.path), as: UTF8.self)
        #expect(text.contains("// cc -O2 -o login login.c -lcurl,"))
    }

    @Test("the one in sh is no more than POSIX sh", .enabled(if: Shell("dash").isThere, "dash is not installed"))
    func posix() throws {
        let result = try Subprocess.run("/usr/bin/env", ["dash", "-n", DeviceExample.shell.path])
        #expect(result.status == 0, "\(result.errors)")
        let bridge = try DeviceBridge()
        let run = try Subprocess.run("/usr/bin/env", ["dash", DeviceExample.shell.path, bridge.origin, "tv"])
        #expect(run.text == DeviceBridge.token + "\n", "\(run.errors)")
    }

    @Test("the one in Python imports nothing that MicroPython lacks")
    func imports() throws {
        let text = String(decoding: try Locations.bytes(DeviceExample.python.path), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.contains("import ") }
        #expect(lines == ["import json, socket, ssl, sys, time", "    import signal  # which MicroPython lacks"])
        // Where that one is missing, the program goes on without it.
        #expect(text.contains("\ntry:\n    import signal "))
        #expect(text.contains("\nexcept (ImportError, AttributeError): pass\n"))
    }

    @Test("no argument of curl holds the device code, nor any of the user's settings of it the way out")
    func arguments() throws {
        let folder = try ScratchFolder()
        let recorder = "#!/bin/sh\necho \"$0 $*\" >> \"$SEEN\"\nexec /usr/bin/env PATH=\"$REAL\" ${0##*/} \"$@\"\n"
        for tool in ["curl", "awk", "tr", "sleep"] {
            try folder.write([UInt8](recorder.utf8), to: "tools/\(tool)", mode: 0o755)
        }
        let bridge = try DeviceBridge()
        let environment = try DeviceExample.shell.environment(in: folder)
        let path = environment["PATH"] ?? ""
        let result = try Subprocess.run(
            "/usr/bin/env", ["sh", DeviceExample.shell.path, bridge.origin, "tv"],
            environment: environment.merging([
                "PATH": "\(folder.path)/tools:\(path)", "REAL": path, "SEEN": "\(folder.path)/seen",
            ]) { $1 })
        #expect(result.text == DeviceBridge.token + "\n", "\(result.errors)")
        let seen = String(decoding: try Locations.bytes("\(folder.path)/seen"), as: UTF8.self)
        #expect(seen.components(separatedBy: "/curl ").count == 4)
        #expect(!seen.contains("canary") && !seen.contains(DeviceBridge.token))
    }

    @Test(
        "a certificate that no authority vouches for is not trusted",
        .enabled(if: Shell("openssl").isThere, "openssl is not installed"), arguments: DeviceExample.available)
    func certificate(example: DeviceExample) throws {
        let folder = try ScratchFolder()
        let command = try example.command(in: folder)
        let words = command.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 \
                -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2> /dev/null
            python3 -c "$1" & server=$!
            until [ -s port ]; do sleep 0.05; done
            \(words) "https://127.0.0.1:$(cat port)" tv; code=$?
            SSL_CERT_FILE=$PWD/certificate.pem CURL_CA_BUNDLE=$PWD/certificate.pem \
                \(words) "https://localhost:$(cat port)" tv; echo "$code $?"
            kill $server
            """
        let server = """
            import http.server, ssl
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    open("requests", "a").write("1")
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"[]")
                def log_message(self, *_): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("certificate.pem", "key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            open("port", "w").write(str(server.server_port))
            server.serve_forever()
            """
        let result = try TokenBridge.bash(
            script, [server], in: folder, environment: ["ASAN_OPTIONS": "detect_leaks=0"], seconds: 60)
        // The authority of the second run is the command's by a variable of curl, which libcurl does not read.
        #expect(result.text == (example == .c ? "75 75\n" : "75 5\n"), "\(result.text) \(result.errors)")
    }
}
