import JOSE
import KeyRings
import Operations
import TestSupport
import Testing

@testable import BridgeServer
@testable import Failures

@Suite("The reason of a failure in the log")
struct LogReasonTests {
    private static let kid = "7c309e3a1c1999cb0404ab7125ee40b7cdbcaf7d"

    private func line(_ error: any Error) -> String {
        let sink = MemorySink()
        let log = Log(
            format: .text, personalData: .shown, sink: sink,
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: 1_800_000_000)))
        log.error("refused", ["reason": .reason(of: Failure(error))])
        return sink.text
    }

    @Test("of a ring names its keys")
    func ring() {
        let text = line(KeyRingError(.noActiveKey, "no key of the ring signs; these could: \(Self.kid), \(Self.kid)"))
        #expect(text.contains(Self.kid) && !text.contains("masked"))
    }

    @Test("of anything else is masked, also where it holds the same words")
    func others() {
        for error in [
            Failure(code: "NO_ACTIVE_KEY", message: "these could: \(Self.kid)", hint: nil, exitCode: .failure),
            JOSEError(.keyUnusable, "the key \(Self.kid) is damaged"),
        ] as [any Error] {
            let text = line(error)
            #expect(!text.contains(Self.kid) && text.contains("masked"), "\(text)")
        }
    }

    @Test("of a ring shows no token that came into it")
    func token() {
        #expect(!line(KeyRingError(.keyUnknown, "eyJhbGciOiJSUzI1NiJ9.e30.c2ln")).contains("hbGci"))
    }
}
