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
    private static let rounds = 300
    private static let operationsPerTurn = 20

    static func measure(minting subject: Subject) throws -> [Figure] {
        let rsa = try IDTokenSubject.rsa()
        let elliptic = try IDTokenSubject.elliptic()
        return try pair(rsa, "rsa2048", "rs256") + pair(elliptic, "p256", "es256") + exchange(rsa, subject)
    }

    private static func pair(_ token: IDTokenSubject, _ key: String, _ name: String) throws -> [Figure] {
        let bare = BareVerification(pem: token.privatePEM, message: token.signingInput)
        return figures(
            base: ("openssl.\(key).verify.id_token", { bare?.verify() ?? false }),
            ours: ("library.id_token.\(name).verify", { (try? token.verifier.verify(token.token)) != nil }), goal: 0.8)
    }

    private static func exchange(_ token: IDTokenSubject, _ subject: Subject) -> [Figure] {
        let bare = BareVerification(pem: token.privatePEM, message: token.signingInput)
        let signer = BareOpenSSL(pem: subject.privatePEM, role: .sign)
        return figures(
            base: ("openssl.rsa2048.verify_and_sign", { (bare?.verify() ?? false) && (signer?.sign() ?? false) }),
            ours: (
                "library.id_token.rs256.verify_and_mint",
                {
                    guard let verified = try? token.verifier.verify(token.token) else { return false }
                    return !verified.audience.isEmpty
                        && (try? subject.signer.customToken(for: subject.request)) != nil
                }
            ), goal: 0.85)
    }

    private static func figures(
        base: (name: String, operation: () -> Bool), ours: (name: String, operation: () -> Bool), goal: Double
    ) -> [Figure] {
        var baseTime = Double.infinity
        var time = Double.infinity
        for _ in 0..<rounds {
            baseTime = min(baseTime, microseconds(base.name, base.operation))
            time = min(time, microseconds(ours.name, ours.operation))
        }
        return [
            Figure(name: base.name, value: 1e6 / baseTime, unit: "/s", base: nil, ratio: nil),
            Figure(
                name: ours.name, value: 1e6 / time, unit: "/s", base: base.name, ratio: baseTime / time, goal: goal),
        ]
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
