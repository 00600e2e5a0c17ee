import Foundation
import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Nothing is left behind")
struct MemoryTests {
    @Test("memory and open files stay the same over 2,000 requests and 50 transports")
    func flat() async throws {
        // In a process of its own: other tests allocate too.
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer()
            let transport = try Transports.make()
            let url = try server.url("/gzip/60000")
            let short = try server.url("/short")
            func run(_ count: Int) async throws {
                for index in 0..<count {
                    if index % 10 == 0 {
                        _ = try? await transport.send(Transports.post(short))
                    } else {
                        _ = try await transport.send(Transports.post(url, body: String(repeating: "a", count: 5000)))
                    }
                    if index % 40 == 0 { try await Transports.make().shutDown() }
                }
            }
            func residentBytes() throws -> Int {
                let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
            }
            func files() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            try await run(300)
            let (bytes, openFiles) = (try residentBytes(), try files())
            try await run(2000)
            let growth = try residentBytes() - bytes
            #expect(growth < 2 << 20)
            let newFiles = try files() - openFiles
            #expect(newFiles <= 1)
        }
    }
}
