import Cryptography
import CustomTokens
import JOSE
import KeyRings
import StrictJSON
import TestSupport
import Testing
import Threads

/// The account, the times and the keys that the tests of key rings use.
enum Fixtures {
    static let email = "svc@demo-bridge.iam.gserviceaccount.com"
    static let now = NumericDate(secondsSinceEpoch: 1_796_011_924)

    /// Keys that are made once: making one takes a tenth of a second.
    static let pem: [[UInt8]] = (0..<3).compactMap { _ in
        try? RSAPrivateKey.generate(bits: 2048).unencryptedPEM()
    }

    /// An identifier as Google gives them.
    static func id(_ number: Int) -> String { String(repeating: "\(number)", count: 40) }

    /// A key that may come into a ring.
    static func newKey(
        _ number: Int, id: String? = nil, account: String = email, project: String? = nil
    ) throws -> NewKey {
        var description = NewKey.Description()
        description.account = account
        description.projectID = project
        description.id = id ?? self.id(number)
        return try NewKey(importing: pem[number], description)
    }

    static func keyText(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name).pem")
    }
}

/// Keeps what would be written down, and refuses it where a test says so.
final class MemoryAuditor: KeyRingAuditor {
    private let lines: Locked<[String]> = Locked([])
    private let steps: Locked<[String]> = Locked([])
    private let refusedPhase: KeyRingChange.Phase?

    init(refusing phase: KeyRingChange.Phase? = nil) {
        refusedPhase = phase
    }

    var all: [String] { lines.withLock { $0 } }
    /// The operation, the step, the phase and the key of each line that belongs to a step of a rotation.
    var ofSteps: [String] { steps.withLock { $0 } }

    func record(_ change: KeyRingChange, _ phase: KeyRingChange.Phase) throws(KeyRingError) {
        guard phase != refusedPhase else { throw KeyRingError(.auditFailed, "refused") }
        let states = [change.from, change.to].map { $0?.rawValue ?? "-" }.joined(separator: ">")
        if let step = change.step {
            steps.withLock { lines in
                lines.append("\(change.operation.rawValue) \(step.rawValue) \(phase.rawValue) \(change.keyID)")
            }
        }
        lines.withLock { $0.append("\(change.operation.rawValue) \(phase.rawValue) \(states)") }
    }
}

/// A folder of a ring that lives as long as the value.
struct TestRing {
    let scratch: ScratchFolder
    let folder: KeyRingFolder
    let auditor = MemoryAuditor()

    init(keys count: Int = 0) throws {
        scratch = try ScratchFolder()
        folder = KeyRingFolder(path: "\(scratch.path)/keys")
        for number in 0..<count {
            try folder.add(Fixtures.newKey(number), by: .importKey, at: Fixtures.now, auditor: auditor)
        }
        if count > 0 { try folder.activate(Fixtures.id(0), at: Fixtures.now, auditor: auditor) }
    }

    /// The states of the keys, in their order.
    func states() throws -> [KeyState] { try folder.load().ring.entries.map(\.state) }
}

/// The code of the error of a call that must fail.
func refusal<Value>(_ body: () throws -> Value) throws -> KeyRingError {
    try #require(throws: KeyRingError.self) { _ = try body() }
}
