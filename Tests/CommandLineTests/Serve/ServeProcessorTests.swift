import TestSupport
import Testing

@testable import Operations

@Suite("serve: how OpenSSL signs on this processor")
struct ServeProcessorTests {
    private static let variable = "OPENSSL_ia32cap"

    /// What the process has in the variable.
    private func value(set: String?) throws -> String? {
        var environment = ServePlant.environment
        environment[Self.variable] = set
        let served = try Served(try ServePlant.folder().folder, environment: environment)
        #expect(try served.door.mint().status == 200)
        let name = String(decoding: try Locations.bytes("/proc/\(served.processID)/comm"), as: UTF8.self)
        #expect(name == "token-bridge\n")
        let entries = try Locations.bytes("/proc/\(served.processID)/environ").split(separator: 0)
        let values = entries.map { String(decoding: $0, as: UTF8.self) }.filter { $0.hasPrefix("\(Self.variable)=") }
        #expect(values.count <= 1)
        return values.first.map { String($0.dropFirst(Self.variable.count + 1)) }
    }

    @Test("the faster way is chosen where the processor is known for it, and the process keeps its name")
    func chosen() throws {
        #expect(try value(set: nil) == ProcessorIdentity.current().flatMap(FasterSignatures.choice))
    }

    @Test("what the operator has chosen is kept")
    func kept() throws {
        #expect(try value(set: "~0") == "~0")
    }
}
