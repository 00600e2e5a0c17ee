import Foundation

/// A bridge on loopback where everybody has approved by the first poll, which comes after a second.
final class LoginBridge {
    /// The shortest time between two polls that a bridge can ask for.
    static let interval = 1000.0

    private static let program = #"""
        import http.server, json, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.path == "/start":
                    answer = {"device_code": "d" * 43, "user_code": "WDJB-MJHT", "verification_uri": origin + "/device",
                              "expires_in": 600, "interval": 1}
                elif self.path == "/token":
                    answer = {"access_token": "e30." + "e" * 700 + ".c2ln", "token_type": "N_A", "expires_in": 3600,
                              "uid": "y:1", "issued_token_type": "urn:ietf:params:oauth:token-type:jwt"}
                else:
                    answer = {"issuer": origin, "device_authorization_endpoint": origin + "/start",
                              "token_endpoint": origin + "/token", "response_types_supported": ["code"]}
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            do_GET = do_POST = answer
            def log_message(self, *_): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        origin = f"http://127.0.0.1:{server.server_port}"
        print(origin, flush=True)
        server.serve_forever()
        """#

    /// Its address.
    let origin: String
    private let process = Process()

    /// Starts it; nil where there is no Python.
    init?() {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program]
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
        origin = String(decoding: line, as: UTF8.self)
        guard origin.hasPrefix("http") else { return nil }
    }

    /// Ends it.
    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
