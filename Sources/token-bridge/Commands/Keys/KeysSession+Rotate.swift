import CustomTokenBridge
import GoogleCloud
import KeyRings
import StrictJSON

extension KeysSession {
    /// Puts a new key in the place of the one that signs.
    func rotate() throws -> ExitCode {
        guard !arguments.has("schedule") else {
            return try schedule()
        }
        let now = try now()
        let settings = try newKeySettings()
        let ring = try loaded()
        guard ring.ring.account != nil else {
            throw KeyRingError(
                .noActiveKey, "the folder \(folder.path.argumentExcerpt) has no key that tells the account")
        }
        let script = RotationScript(ring.ring, folder: folder.path, bits: settings.bits, at: now)
        guard !arguments.has("dry-run") else {
            console.note("nothing is sent and nothing changes: --dry-run")
            try print(script)
            return .success
        }
        let lock = try folder.rotationLock()
        defer { withExtendedLifetime(lock) {} }
        let access = try GoogleAccess(arguments, console)
        let run = RotationRun(
            folder: folder, access: access, auditor: auditor,
            settings: .init(bits: Int(settings.bits), validitySeconds: settings.days * 86400), console: console,
            format: arguments.output, patience: arguments.has("wait") ? .toTheEnd : .untilTheNewKeySigns)
        // The rotation may have written the first state of the ring, also where it was broken off.
        defer { try? makeSecret() }
        try print(try Waiting.result { try await run.result() })
        return .success
    }

    /// Prints the timer; what the rotation would refuse is refused now, and not two months later.
    private func schedule() throws -> ExitCode {
        guard !arguments.has("dry-run") else {
            throw Failure.usage(
                "give only one of --schedule, --dry-run: --schedule only prints", KeysCommand.specification)
        }
        _ = try newKeySettings()
        let access = try GoogleAccess(arguments, console)
        // Also tells what is not there.
        let schedule = try RotationSchedule(folder: folder.path, arguments, console.environment)
        try access.checkScheduled(folder.load().ring)
        schedule.warnings.forEach(console.warn)
        try print(schedule)
        return .success
    }

    /// The length and the days of a new key.
    func newKeySettings() throws -> (bits: Int64, days: Int64) {
        let bits = try arguments.integer("bits") ?? 2048
        guard [2048, 3072, 4096].contains(bits) else {
            throw Failure.usage("--bits is 2048, 3072 or 4096, not \(bits)", KeysCommand.specification)
        }
        let days = try arguments.integer("days") ?? 365
        guard 1...36_500 ~= days else {
            throw Failure.usage("--days is 1 to 36500, not \(days)", KeysCommand.specification)
        }
        return (bits, days)
    }
}
