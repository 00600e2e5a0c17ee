import Cryptography
import CustomTokens
import Foundation
import JOSE
import StrictJSON
import TestSupport

/// Operations per second, by the median of rounds in which all contenders take their turn.
enum Rates {
    private static let rounds = 9
    private static let seconds = 0.4

    static func measure(_ subject: Subject, python: PythonPeer?) throws -> [Figure] {
        let contenders = try contenders(subject, python: python)
        var rates = Array(repeating: [Double](), count: contenders.count)
        for contender in contenders { _ = contender.rate(0.05) }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() { rates[index].append(contender.rate(seconds)) }
        }
        let medians = rates.map { $0.sorted()[$0.count / 2] }
        return zip(contenders, medians).map { contender, median in
            let base = contenders.firstIndex { $0.name == contender.base }
            // The ratio is taken within each round, so that a slow minute hits both alike.
            let ratio = base.map { base in
                let ratios = zip(rates[contenders.firstIndex { $0.name == contender.name } ?? 0], rates[base]).map(/)
                return ratios.sorted()[ratios.count / 2]
            }
            return Figure(
                name: contender.name, value: median, unit: "/s", base: contender.base, ratio: ratio,
                goal: contender.goal)
        }
    }

    private static func contenders(_ subject: Subject, python: PythonPeer?) throws -> [Contender] {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let algorithms = AcceptedAlgorithms(.rs256)
        let elliptic = try EllipticSubject()
        var list = [
            Contender("openssl.rsa2048.sign.one_core", threads: 1) {
                let bare = BareOpenSSL(pem: subject.privatePEM, role: .sign)
                return { bare?.sign() ?? false }
            },
            Contender("library.custom_token.one_core", threads: 1, base: "openssl.rsa2048.sign.one_core", goal: 0.97) {
                { (try? subject.signer.customToken(for: subject.request)) != nil }
            },
            Contender("openssl.rsa2048.sign.all_cores", threads: cores) {
                let bare = BareOpenSSL(pem: subject.privatePEM, role: .sign)
                return { bare?.sign() ?? false }
            },
            Contender(
                "library.custom_token.all_cores", threads: cores, base: "openssl.rsa2048.sign.all_cores", goal: 0.97
            ) {
                { (try? subject.signer.customToken(for: subject.request)) != nil }
            },
            Contender("openssl.rsa2048.verify", threads: 1) {
                let bare = BareOpenSSL(pem: subject.privatePEM, role: .verify)
                return { bare?.verify() ?? false }
            },
            Contender("library.jws.rs256.verify", threads: 1, base: "openssl.rsa2048.verify") {
                {
                    (try? CompactJWS(parsing: subject.token).verified(with: subject.keys, algorithms: algorithms))
                        != nil
                }
            },
            Contender("openssl.p256.verify", threads: 1) {
                let bare = BareOpenSSL(pem: elliptic.privatePEM, role: .verify)
                return { bare?.verify() ?? false }
            },
            Contender("library.jws.es256.verify", threads: 1, base: "openssl.p256.verify") {
                let algorithms = AcceptedAlgorithms(.es256)
                return {
                    (try? CompactJWS(parsing: elliptic.token).verified(with: elliptic.keys, algorithms: algorithms))
                        != nil
                }
            },
            Contender("library.strict_json.parse", threads: 1) {
                { (try? JSONValue(parsing: subject.claimsText, limits: .token)) != nil }
            },
        ]
        if let python {
            list.append(
                Contender(name: "firebase_admin.custom_token.one_core", base: nil, goal: nil) {
                    python.rate(seconds: $0)
                })
            list.append(
                Contender(
                    "library.custom_token.beside_firebase_admin", threads: 1,
                    base: "firebase_admin.custom_token.one_core"
                ) {
                    { (try? subject.signer.customToken(for: subject.request)) != nil }
                })
        }
        return list
    }
}

/// One thing that is measured against others.
struct Contender {
    let name: String
    /// The contender that this one is held against.
    let base: String?
    /// The least ratio to it.
    let goal: Double?
    /// Operations per second over some seconds.
    let rate: (Double) -> Double

    init(name: String, base: String?, goal: Double?, rate: @escaping (Double) -> Double) {
        self.name = name
        self.base = base
        self.goal = goal
        self.rate = rate
    }

    /// A contender in this process, on some threads.
    ///
    /// Each makes an operation for itself; one that fails stops the run.
    init(
        _ name: String, threads: Int, base: String? = nil, goal: Double? = nil,
        _ make: @escaping @Sendable () -> () -> Bool
    ) {
        self.init(name: name, base: base, goal: goal) { seconds in
            let counts = Threads.run(count: threads) { _ in
                let operation = make()
                guard operation() else { return -1 }
                var count = 0
                let end = ContinuousClock.now + .seconds(seconds)
                while ContinuousClock.now < end {
                    guard operation() else { return -1 }
                    count += 1
                }
                return count
            }
            guard !counts.contains(-1) else {
                print("\(name) failed")
                exit(1)
            }
            return Double(counts.reduce(0, +)) / seconds
        }
    }
}
