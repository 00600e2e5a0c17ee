import Cryptography
import CustomTokens
import Foundation
import HardwareKeys
import JOSE
import TestSupport
import Testing

@Suite("A key in a token of PKCS#11", .enabled(if: SoftHSM.isInstalled))
struct HardwareSigningKeyTests {
    private let token: SoftHSM

    init() throws {
        token = try SoftHSM()
        try token.importKey("rsa-2048.pem", label: "signer", identifier: "01")
    }

    @Test("signs the same bytes as OpenSSL with the same key, and makes the same custom token (FB-06)")
    func same() async {
        await #expect(processExitsWith: .success) { [folder = token.folder.path as String] in
            SoftHSM.use(folder)
            let key = try HardwareSigningKey(opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:])
            let pem = try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/rsa-2048.pem")
            let local = try ProbedSigningKey(probing: RSAPrivateKey(parsing: pem))
            #expect(key.publicKey.material == local.publicKey.material)
            for message in [[], [0], [UInt8](repeating: 0xA5, count: 10_000)] {
                #expect(try await key.signature(over: message) == local.signature(over: message))
            }
            let clock = FixedWallClock(NumericDate(secondsSinceEpoch: 1_800_000_000))
            let email = "signer@demo-bridge.iam.gserviceaccount.com"
            let signer = try HardwareTokenSigner(key: key, accountEmail: email, keyID: nil, clock: clock)
            let request = CustomTokenRequest(userID: try UserID("yahoo:ABC"))
            let theirs = try ServiceAccountSigner(
                ServiceAccount(privateKeyText: pem, email: email), clock: clock
            ).customToken(for: request)
            #expect(try await signer.customToken(for: request).serialized == theirs.serialized)
        }
    }

    @Test("signs for many tasks at once, in two sessions and in eight", arguments: [2, 8])
    func load(sessions: Int) async {
        await #expect(processExitsWith: .success) {
            [folder = token.folder.path as String, sessions = sessions as Int] in
            SoftHSM.use(folder)
            let key = try HardwareSigningKey(
                opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:], sessions: sessions)
            let right = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let message = [UInt8]("message \(number)".utf8)
                        let signature = try await key.signature(over: message)
                        try key.publicKey.verify(signature, over: message, algorithm: .rs256)
                        return true
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == 200)
        }
    }

    @Test("is opened again where its sessions were closed, or the module stopped, by others")
    func lostSession() async {
        await #expect(processExitsWith: .success) { [folder = token.folder.path as String] in
            SoftHSM.use(folder)
            let key = try HardwareSigningKey(
                opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:], sessions: 1)
            let before = try await key.signature(over: [1])
            for slot in try SlotNumbers.all() { #expect(SoftHSM.call("C_CloseAllSessions", slot) == 0) }
            #expect(try await key.signature(over: [1]) == before)
            #expect(SoftHSM.call("C_Finalize", 0) == 0)
            #expect(try await key.signature(over: [1]) == before)
        }
    }

    @Test("is refused while its token is gone, for each of its sessions", arguments: [1, 4])
    func tokenGone(sessions: Int) async {
        await #expect(processExitsWith: .success) {
            [folder = token.folder.path as String, sessions = sessions as Int] in
            SoftHSM.use(folder)
            let key = try HardwareSigningKey(
                opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:], sessions: sessions)
            for number in 1...8 { _ = try await key.signature(over: [UInt8(number)]) }
            try FileManager.default.moveItem(atPath: "\(folder)/tokens", toPath: "\(folder)/away")
            for _ in 1...8 {
                await #expect(throws: HardwareKeyError.self) { try await key.signature(over: [1]) }
            }
        }
    }

    @Test("does not sign any more once another key is in its place")
    func exchanged() async {
        await #expect(processExitsWith: .success) { [folder = token.folder.path as String] in
            SoftHSM.use(folder)
            let key = try HardwareSigningKey(
                opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:], sessions: 1)
            _ = try await key.signature(over: [1])
            let environment = ["SOFTHSM2_CONF": "\(folder)/softhsm2.conf", "PATH": "/usr/bin:/bin"]
            let deletion = [
                "--module", SoftHSM.module, "--token-label", "bridge", "--login", "--pin", SoftHSM.pin,
                "--delete-object", "--type", "privkey", "--id", "01",
            ]
            let addition = [
                "--import", "\(Locations.repository)/Tests/Fixtures/Keys/other-2048.pem", "--token", "bridge",
                "--label",
                "signer", "--id", "02", "--pin", SoftHSM.pin,
            ]
            for (program, arguments) in [("pkcs11-tool", deletion), ("softhsm2-util", addition)] {
                let ended = try Subprocess.run("/usr/bin/\(program)", arguments, environment: environment)
                #expect(ended.status == 0, "\(ended.errors)")
            }
            for slot in try SlotNumbers.all() { #expect(SoftHSM.call("C_CloseAllSessions", slot) == 0) }
            await #expect(throws: HardwareKeyError(expecting: .keyProbeFailed)) {
                try await key.signature(over: [1])
            }
        }
    }

    @Test(
        "is not had by what is wrong, and no message shows a PIN",
        arguments: [
            ("object=nothing", HardwareKeyError.Code.keyNotFound), ("token=nowhere", .tokenNotFound),
            ("pin=wrong-pin", .pinRefused), ("pin=absent", .pinUnavailable), ("object=weak", .keyUnsuitable),
            ("object=curve", .keyUnsuitable), ("object=twice", .keyNotFound), ("serial", .tokenNotFound),
        ])
    func wrong(fault: String, code: HardwareKeyError.Code) async throws {
        switch fault {
        case "object=weak": try token.makeKey("rsa:1024", label: "weak", identifier: "03")
        case "object=curve": try token.makeKey("EC:prime256v1", label: "curve", identifier: "04")
        case "object=twice":
            try token.importKey("rsa-2048.pem", label: "twice", identifier: "05")
            try token.importKey("other-2048.pem", label: "twice", identifier: "06")
        default: break
        }
        let parts = fault.split(separator: "=").map(String.init)
        let text =
            switch parts[0] {
            case "object": token.uri(object: parts[1])
            case "token": token.uri(token: parts[1])
            case "pin": token.uri(pin: parts[1])
            default: token.uri(more: ";serial=0000")
            }
        await #expect(processExitsWith: .success) {
            [folder = token.folder.path as String, text = text as String, code = code.rawValue as String] in
            SoftHSM.use(folder)
            do {
                _ = try HardwareSigningKey(opening: PKCS11URI(text), environment: [:])
                Issue.record("it was opened")
            } catch {
                let error = try #require(error as? HardwareKeyError)
                #expect(error.code.rawValue == code, "\(error)")
                #expect(!"\(error.reason) \(error.hint ?? "")".contains("canary"))
            }
        }
    }

    @Test("is had with the right PIN after a wrong one, which was tried once")
    func pinOnce() async {
        await #expect(processExitsWith: .success) { [folder = token.folder.path as String] in
            SoftHSM.use(folder)
            #expect(throws: HardwareKeyError(expecting: .pinRefused)) {
                try HardwareSigningKey(opening: PKCS11URI(SoftHSM.uri(folder, pin: "wrong-pin")), environment: [:])
            }
            let key = try HardwareSigningKey(opening: PKCS11URI(SoftHSM.uri(folder)), environment: [:])
            #expect(try await key.signature(over: [1]).count == 256)
        }
    }

    @Test("is not had by a library that is none, or no module", arguments: ["/nowhere/m.so", "libc"])
    func module(name: String) {
        let path = name == "libc" ? "/lib/x86_64-linux-gnu/libm.so.6" : name
        #expect(throws: HardwareKeyError(expecting: .moduleUnusable)) {
            try HardwareSigningKey(
                opening: PKCS11URI("pkcs11:token=t;object=o?module-path=\(path)"), environment: [:])
        }
    }
}
