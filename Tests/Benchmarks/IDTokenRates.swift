import Bridge
import CredentialProofs
import Cryptography
import CustomTokens
import Foundation
import JOSE

/// What the rules cost beside the mathematics, for one core: an ID token verified by all rules, against OpenSSL's
/// verification of the same bytes, and the same with a custom token minted after it.
///
/// The contenders take turns within milliseconds, the time is that of the thread alone, and the least of each counts:
/// what else the machine does hardly shows.
enum IDTokenRates {
    private static let seconds = 6.0
    private static let operationsPerTurn = 10

    static func measure(minting subject: Subject) throws -> [Figure] {
        let rsa = try IDTokenSubject.rsa()
        let elliptic = try IDTokenSubject.elliptic()
        return try pair(rsa, "rsa2048", "rs256") + pair(elliptic, "p256", "es256") + exchange(rsa, subject)
    }

    private static func pair(_ token: IDTokenSubject, _ key: String, _ name: String) throws -> [Figure] {
        let fromKey = BareVerification(pem: token.privatePEM, message: token.signingInput, setUp: .fromKey)
        let byCopying = BareVerification(pem: token.privatePEM, message: token.signingInput, setUp: .byCopying)
        let ours = "library.id_token.\(name).verify"
        return figures([
            Turn("openssl.\(key).verify.ready_key") { fromKey?.verify() ?? false },
            Turn("openssl.\(key).verify.ready_context") { byCopying?.verify() ?? false },
            Turn(ours, bases: [("openssl.\(key).verify.ready_key", 0.8), ("openssl.\(key).verify.ready_context", nil)])
            {
                (try? token.identity()) != nil
            },
        ])
    }

    private static func exchange(_ token: IDTokenSubject, _ subject: Subject) -> [Figure] {
        let bare = BareVerification(pem: token.privatePEM, message: token.signingInput, setUp: .byCopying)
        let signer = BareOpenSSL(pem: subject.privatePEM, role: .sign)
        let base = "openssl.rsa2048.verify_and_sign"
        return figures([
            Turn(base) { (bare?.verify() ?? false) && (signer?.sign() ?? false) },
            Turn("library.id_token.rs256.verify_and_mint", bases: [(base, 0.85)]) {
                guard let identity = try? token.identity(),
                    let decision = try? MintingDecision(for: identity, policy: MintingPolicy())
                else { return false }
                let request = CustomTokenRequest(userID: decision.userID, claims: decision.claims)
                return (try? subject.signer.customToken(for: request)) != nil
            },
        ])
    }

    /// One of those that take turns.
    private struct Turn {
        let name: String
        /// What it is held against, each with the least ratio.
        let bases: [(name: String, goal: Double?)]
        let operation: () -> Bool

        init(_ name: String, bases: [(name: String, goal: Double?)] = [], _ operation: @escaping () -> Bool) {
            self.name = name
            self.bases = bases
            self.operation = operation
        }
    }

    private static func figures(_ turns: [Turn]) -> [Figure] {
        var times = turns.map { _ in Double.infinity }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            for (index, turn) in turns.enumerated() {
                let time = microseconds(turn.name, turn.operation)
                // A virtual machine's clock of threads stands still at times.
                if time > 0 { times[index] = min(times[index], time) }
            }
        }
        let timesByName = Dictionary(uniqueKeysWithValues: zip(turns.map(\.name), times))
        return zip(turns, times).flatMap { turn, time in
            guard !turn.bases.isEmpty else {
                return [Figure(name: turn.name, value: 1e6 / time, unit: "/s", base: nil, ratio: nil)]
            }
            return turn.bases.enumerated().map { index, base in
                Figure(
                    name: index == 0 ? turn.name : "\(turn.name).beside_\(base.name)", value: 1e6 / time, unit: "/s",
                    base: base.name, ratio: (timesByName[base.name] ?? 0) / time, goal: base.goal)
            }
        }
    }

    /// The time of one operation; one that fails stops the run.
    private static func microseconds(_ name: String, _ operation: () -> Bool) -> Double {
        let start = threadTime()
        for _ in 0..<operationsPerTurn {
            guard operation() else {
                print("\(name) failed")
                exit(1)
            }
        }
        return (threadTime() - start) / Double(operationsPerTurn)
    }

    /// The thread's own time, in microseconds.
    private static func threadTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
