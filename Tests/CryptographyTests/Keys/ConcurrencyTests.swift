import Threads
@testable import Cryptography
import Foundation
import JOSE
import Testing

@Suite("Many threads at once")
struct ConcurrencyTests {
    /// Runs a body on threads of its own, all at once, and waits for them.
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread {
                body(index)
                group.leave()
            }
        }
        group.wait()
    }

    @Test("sixteen threads sign with one key, and every signature is right")
    func signs() throws {
        let key = try SharedKey.probed.get()
        let signatures = Locked<[(message: [UInt8], signature: [UInt8])]>([])
        Self.onThreads(16) { thread in
            for round in 0..<20 {
                let message = [UInt8]("message \(round) of thread \(thread)".utf8)
                guard let signature = try? key.signature(over: message) else { continue }
                signatures.withLock { $0.append((message, signature)) }
            }
        }
        let made = signatures.withLock { $0 }
        #expect(made.count == 320)
        #expect(Set(made.map(\.signature)).count == 320)
        for (message, signature) in made {
            #expect(throws: Never.self) { try key.publicKey.verify(signature, over: message, algorithm: .rs256) }
        }
    }

    @Test("sixteen threads verify with one key, with several algorithms, right and wrong ones")
    func verifies() throws {
        let made = try SharedKey.made.get()
        let key = try PublicKey(made.publicKey.material)
        let message = [UInt8]("message".utf8)
        let right = try SigningContextPool(made.evpKey, algorithm: .rs384).signature(over: message)
        let verdicts = Locked<[Bool]>([])
        Self.onThreads(16) { thread in
            for _ in 0..<20 {
                let algorithm: SignatureAlgorithm = thread.isMultiple(of: 2) ? .rs384 : .ps384
                let isRight = (try? key.verify(right, over: message, algorithm: algorithm)) != nil
                verdicts.withLock { $0.append(isRight == thread.isMultiple(of: 2)) }
            }
        }
        #expect(verdicts.withLock { $0 } == [Bool](repeating: true, count: 320))
    }

    @Test("a locked value loses no change")
    func locks() {
        let counter = Locked(0)
        Self.onThreads(16) { _ in
            for _ in 0..<2000 { counter.withLock { $0 += 1 } }
        }
        #expect(counter.withLock { $0 } == 32_000)
    }

    @Test("a lock is given back when its body throws")
    func unlocks() throws {
        let value = Locked(1)
        #expect(throws: CryptographyError(.libraryFailed, "")) {
            try value.withLock { (value) throws(CryptographyError) -> Void in
                value = 2
                throw CryptographyError(.libraryFailed, "")
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
