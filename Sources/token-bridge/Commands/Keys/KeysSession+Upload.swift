import CustomTokenBridge
import CustomTokens
import GoogleCloud
import KeyRings
import StrictJSON

extension KeysSession {
    /// Uploads the certificate of a key, which then has the identifier that Google gives it.
    func upload(_ id: String?) throws -> ExitCode {
        let now = try now()
        let ring = try loaded()
        let key = try uploadable(id, ring)
        let account = key.account.email
        guard let certificate = key.certificate else {
            throw Failure(
                code: "KEY_WITHOUT_CERTIFICATE", message: "the key \(key.id) was imported without a certificate",
                hint: "Google made it and has it already; token-bridge keys generate makes a key to upload",
                exitCode: .failure)
        }
        try key.checkCertificate(at: now)
        console.note(
            "the certificate of \(key.id) goes to Google, as a key of \(account); the private key stays here, and Google"
                + " gives the key another identifier")
        guard !arguments.has("dry-run") else {
            console.note("nothing was sent and nothing changed: --dry-run")
            try printKey(key.id, of: ring)
            return .success
        }
        let lock = try folder.rotationLock()
        defer { withExtendedLifetime(lock) {} }
        let access = try GoogleAccess(arguments, console)
        let uploaded = try Waiting.result {
            [folder, auditor] () async throws -> (String, AuditedKeyPublisher<IAMKeyPublisher, KeyAuditFile>) in
            let publisher = AuditedKeyPublisher(try await access.publisher(ring), folder, auditor)
            // An upload whose answer was lost has been made.
            let known = try await publisher.identifier(of: certificate, account: account)
            if let known {
                guard try await !publisher.isDisabled(known, account: account) else {
                    throw KeyRingError(
                        .stateForbids,
                        "Google has the key as \(known), and it is disabled there: upload it again after token-bridge"
                            + " keys enable \(known)")
                }
                return (known, publisher)
            }
            return (try await publisher.upload(certificate, account: account), publisher)
        }
        let after = try folder.rename(key.id, to: uploaded.0, at: now, auditor: auditor)
        console.note("Google knows the key as \(uploaded.0)")
        if arguments.has("wait") {
            let wait = RotationWait(access.wait, console)
            let start = ContinuousClock.now
            try Waiting.result { [uploaded, publicKey = key.account.privateKey.publicKey] in
                try await wait.untilPublished(uploaded.0) {
                    try await uploaded.1.isPublished(uploaded.0, publicKey, account: account)
                }
                // Some servers of Google's learn of it later than others.
                try await Task.sleep(until: start + access.wait.least, clock: .continuous)
            }
            console.note("Google publishes \(uploaded.0)")
        } else {
            console.note("Google publishes it within minutes; token-bridge keys check --published google tells")
        }
        tellHowToActivate(uploaded.0, after)
        try printKey(uploaded.0, of: after)
        return .success
    }

    /// The key that is named; else the only one that can be uploaded.
    private func uploadable(_ id: String?, _ ring: LoadedKeyRing) throws -> RingKey {
        let candidates = ring.keys.filter { $0.state == .next && $0.certificate != nil }
        let key: RingKey
        if let id {
            key = try usableKey(id, ring)
        } else {
            guard let only = candidates.first, candidates.count == 1 else {
                throw Failure.usage(
                    candidates.isEmpty
                        ? "no key of the ring waits to be uploaded"
                        : "name one of the keys: \(candidates.map(\.id).joined(separator: ", "))",
                    KeysCommand.specification,
                    hint: candidates.isEmpty ? "token-bridge keys generate makes one" : nil)
            }
            key = only
        }
        guard key.state == .next else {
            throw KeyRingError(
                .stateForbids, "the key \(key.id) is \(key.state.rawValue); only a key that never signed is uploaded")
        }
        guard ring.ring.rotation?.newKeyID.map({ !$0.hasSameBytes(as: key.id) }) ?? true else {
            throw KeyRingError(
                .rotationStep,
                "a rotation is under way with the key \(key.id): token-bridge keys rotate goes on with it")
        }
        return key
    }
}
