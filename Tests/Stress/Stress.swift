import Cryptography
import CustomTokens
import Glibc
import JOSE
import TestSupport

/// Mints for long or from many threads at once: `bridge-stress threads COUNT SECONDS`, `bridge-stress memory TOKENS`.
@main
struct Stress {
    static func main() throws {
        let words = CommandLine.arguments
        let workload = try Workload()
        switch (words.dropFirst().first, words.count) {
        case ("threads", 4): try threads(workload, count: Int(words[2]) ?? 16, seconds: Double(words[3]) ?? 10)
        case ("memory", 3): try memory(workload, tokens: Int(words[2]) ?? 1_000_000)
        default:
            print("usage: bridge-stress threads COUNT SECONDS | bridge-stress memory TOKENS")
            exit(2)
        }
    }

    private static func threads(_ workload: Workload, count: Int, seconds: Double) throws {
        let minted = Threads.run(count: count) { index in
            var minted = 0
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {
                guard workload.mintAndVerify("thread-\(index)-\(minted)") else { return -1 }
                minted += 1
            }
            return minted
        }
        guard !minted.contains(-1) else {
            print("a token was not right")
            exit(1)
        }
        print("\(minted.reduce(0, +)) tokens from \(count) threads, all right")
    }

    private static func memory(_ workload: Workload, tokens: Int) throws {
        let cores = 2
        let warmUp = max(1, tokens / 100)
        _ = Threads.run(count: cores) { _ in mint(workload, warmUp) }
        let before = ResidentMemory.kilobytes
        let minted = Threads.run(count: cores) { _ in mint(workload, tokens / cores) }.reduce(0, +)
        let growth = ResidentMemory.kilobytes - before
        print("\(minted) tokens, resident memory \(before) KiB before and \(before + growth) KiB after")
        guard minted == tokens / cores * cores, growth < 1024 else {
            print("memory has grown by \(growth) KiB, or a token was not made")
            exit(1)
        }
    }

    private static func mint(_ workload: Workload, _ count: Int) -> Int {
        (0..<count).count { workload.mint("user-\($0)") != nil }
    }
}

/// A signer with a throw-away key, and the means to check its tokens.
private struct Workload: Sendable {
    private let signer: ServiceAccountSigner
    private let publicKey: PublicKey
    private let claims: CustomClaims

    init() throws {
        let pem = try RSAPrivateKey.generate(bits: 2048).unencryptedPEM()
        let account = try ServiceAccount(privateKeyText: pem, email: "stress@demo.iam.gserviceaccount.com")
        signer = try ServiceAccountSigner(account, clock: SystemWallClock())
        publicKey = account.privateKey.publicKey
        claims = try CustomClaims(parsing: [UInt8](#"{"role":"editor","level":7}"#.utf8))
    }

    func mint(_ uid: String) -> CustomToken? {
        guard let userID = try? UserID(uid) else { return nil }
        return try? signer.customToken(for: CustomTokenRequest(userID: userID, claims: claims))
    }

    func mintAndVerify(_ uid: String) -> Bool {
        guard let token = mint(uid), let jws = try? CompactJWS(parsing: token.serialized) else { return false }
        return (try? publicKey.verify(jws.signature, over: jws.signingInput, algorithm: .rs256)) != nil
    }
}

/// The memory of this process.
private enum ResidentMemory {
    /// What is resident now, in KiB, by the second number of `/proc/self/statm`.
    static var kilobytes: Int {
        let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        let words = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize()) / 1024
    }
}
