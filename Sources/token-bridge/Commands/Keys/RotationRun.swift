import CustomTokenBridge
import GoogleCloud
import KeyRings
import StrictJSON

/// One run of `token-bridge keys rotate`: the steps that can be taken now, each told before it is taken.
struct RotationRun: Sendable {
    /// For how long a run waits.
    enum Patience: Sendable {
        /// Until the new key signs; the key before is retired by another run.
        case untilTheNewKeySigns
        /// Until the key before is gone.
        case toTheEnd
    }

    let folder: KeyRingFolder
    let access: GoogleAccess
    let auditor: KeyAuditFile
    let settings: Rotation<IAMKeyPublisher, KeyAuditFile>.NewKeySettings
    let console: Console
    let format: OutputFormat
    let patience: Patience

    private let clock = SystemWallClock()

    init(
        folder: KeyRingFolder, access: GoogleAccess, auditor: KeyAuditFile,
        settings: Rotation<IAMKeyPublisher, KeyAuditFile>.NewKeySettings, console: Console, format: OutputFormat,
        patience: Patience
    ) {
        self.folder = folder
        self.access = access
        self.auditor = auditor
        self.settings = settings
        self.console = console
        self.format = format
        self.patience = patience
    }

    /// Takes the steps.
    ///
    /// - Returns: How far the rotation has come.
    /// - Throws: `KeyRingError`, `GoogleCloudError` or `Failure`; the rotation goes on from there next time.
    func result() async throws -> RotationResult {
        let wait = RotationWait(access.wait, console)
        var ring = try folder.load()
        if let progress = ring.ring.rotation {
            console.note("the rotation that began at \(progress.startedAt.utc) goes on")
        }
        var result = RotationResult(ring.ring)
        var rotation = try await rotation(ring)
        var told: RotationProgress.Step?
        while true {
            let script = RotationScript(ring.ring, folder: folder.path, bits: Int64(settings.bits), at: try clock.now())
            if let next = script.lines.first, next.step != told {
                console.note(next.text)
                told = next.step
            }
            try await waitForServers(ring.ring.rotation, wait)
            let outcome = try await step(rotation, ring, wait)
            ring = try folder.load()
            switch outcome {
            case .took(let step):
                guard ring.ring.rotation != nil else { throw Self.over }
                result = RotationResult(ring.ring)
                if format == .json { console.event("step", result.event(step)) }
                // What signed the requests to Google signs no more.
                if step == .activate { rotation = try await self.rotation(ring) }
            case .waiting(_, let until?):
                guard patience == .toTheEnd else { return result.waiting(until: until) }
                console.note("it is waited until \(until.utc); a run that is broken off can be taken up again")
                try await wait.until(until, clock)
            case .waiting(_, nil): continue
            case .finished: return result.finished
            case .takenBack: throw Self.over
            }
        }
    }

    /// A person has decided: a timer does not begin another rotation minutes later.
    private static let over = Failure(
        code: KeyRingError.Code.rotationStep.rawValue,
        message:
            "the rotation is over: another command revoked or removed its new key, or let the key before sign again",
        hint: "the same command again begins another one", exitCode: .denied)

    /// Checks that a rotation that has begun is still there, and no other one.
    private func checkGoesOn(_ progress: RotationProgress?) throws {
        guard let progress else { return }
        guard try folder.load().ring.rotation?.startedAt == progress.startedAt else { throw Self.over }
    }

    private func rotation(_ ring: LoadedKeyRing) async throws -> Rotation<IAMKeyPublisher, KeyAuditFile> {
        Rotation(
            folder, publisher: try await access.rotationPublisher(ring), auditor: auditor, settings: settings,
            clock: clock,
            random: SecureRandom())
    }

    /// A step, taken again where Google is out of order, and looked for again until the new key is published.
    private func step(
        _ rotation: Rotation<IAMKeyPublisher, KeyAuditFile>, _ ring: LoadedKeyRing, _ wait: RotationWait
    ) async throws -> Rotation<IAMKeyPublisher, KeyAuditFile>.Outcome {
        let attempt = { () async throws -> Rotation<IAMKeyPublisher, KeyAuditFile>.Outcome in
            // The new key may be revoked by another command meanwhile: no other one is made by this run.
            try checkGoesOn(ring.ring.rotation)
            do {
                return try await rotation.step()
            } catch let error as Failure {
                throw error
            } catch {
                // Whatever has failed: what a person has ended is not begun again by a timer.
                try checkGoesOn(ring.ring.rotation)
                throw error
            }
        }
        let once = { () async throws -> Rotation<IAMKeyPublisher, KeyAuditFile>.Outcome in
            switch patience {
            case .untilTheNewKeySigns: return try await attempt()
            case .toTheEnd: return try await wait.whileUnavailable(attempt)
            }
        }
        var outcome = try await once()
        guard case .waiting(.publication, nil) = outcome else { return outcome }
        try await wait.untilPublished(ring.ring.rotation?.newKeyID ?? "the new key") {
            outcome = try await once()
            guard case .waiting = outcome else { return true }
            return false
        }
        return outcome
    }

    /// A key does not sign at once: some servers of Google's learn of it later than others.
    private func waitForServers(_ progress: RotationProgress?, _ wait: RotationWait) async throws {
        guard progress?.next == .activate, let upload = progress?.taken.first(where: { $0.step == .upload }) else {
            return
        }
        // A clock that was set back does not make the wait longer.
        let now = try clock.now()
        let end = min(upload.at + wait.leastSeconds, now + wait.leastSeconds)
        guard end > now else { return }
        console.note("it is waited until \(end.utc): not all of Google learns of a key at once")
        try await wait.until(end, clock)
    }
}
