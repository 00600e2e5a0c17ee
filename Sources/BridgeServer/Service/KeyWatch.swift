import Configuration
import Failures
import KeyRings
import Operations
import StrictJSON

/// Follows the key ring of the configuration while the service runs.
///
/// Each look costs a call for each file of the folder; the ring is read only when something has changed.
struct KeyWatch: Sendable {
    /// Reads the keys of a configuration again.
    typealias Reload = @Sendable (BridgeConfiguration) async throws -> ServiceKeys

    /// How long a change may go unseen.
    static let interval = Duration.milliseconds(500)
    /// After how many looks a state that was not taken is tried again although nothing has changed.
    private static let patience = 10

    /// A state of the folder that was not taken.
    private struct Refusal: Sendable {
        let mark: FolderMark?
        let code: String
        /// What goes on instead: whatever takes its place may be older than the state.
        let generation: Generation
        var looks = 0
    }

    private let service: BridgeService
    private let readiness: Readiness
    private let reload: Reload
    private var refusal: Refusal?

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - readiness: What is told of a state that cannot be taken.
    ///   - reload: Reads the keys of a configuration again.
    init(_ service: BridgeService, readiness: Readiness, reload: @escaping Reload) {
        self.service = service
        self.readiness = readiness
        self.reload = reload
    }

    /// Looks until the task is cancelled.
    mutating func run() async {
        while (try? await Task.sleep(for: Self.interval)) != nil { await look() }
    }

    /// Looks once, and takes what has changed: all of it or nothing.
    mutating func look() async {
        let generation = service.generation
        guard let known = generation.keys.mark, case .folder(let path) = generation.configuration.keys else {
            recover()
            return
        }
        var mark: FolderMark?
        do {
            let found = try KeyRingFolder(path: path).mark()
            mark = found
            guard found != known else {
                recover()
                return
            }
            if let looks = refusal?.looks, refusal?.mark == found, refusal?.generation === generation,
                looks < Self.patience
            {
                refusal?.looks += 1
                return
            }
            let keys = try await reload(generation.configuration)
            guard keys.mark != nil else {
                throw KeyRingError(.ringDamaged, "the keys of \(path.argumentExcerpt) are of no folder any more")
            }
            // Where a reload of everything was faster, the next look compares with what that has taken.
            guard try service.take(keys, insteadOf: generation) != nil else { return }
            service.metrics.keyRingRead(.success)
            service.resources.log.info(
                "the key ring was read again",
                [
                    "folder": .text(path), "kid": .identifier(keys.activeID),
                    "keys": .number(Int64(keys.published.count)),
                ])
            recover()
        } catch {
            let left = withdrawRevokedKeys(of: generation, path)
            refuse(Failure(error), mark, left ?? generation, path)
        }
    }

    /// What a ring cannot be followed in, it is obeyed in: a revoked key signs no more, though no other signs either.
    ///
    /// - Returns: What goes on without it; nil where no key was revoked, or another generation has come meanwhile.
    private func withdrawRevokedKeys(of generation: Generation, _ path: String) -> Generation? {
        guard let ring = try? KeyRingFolder(path: path).load().ring,
            let keys = generation.keys.withdrawing({ ring.hasWithdrawn($0.id, $0.key) }),
            let taken = try? service.take(keys, insteadOf: generation)
        else { return nil }
        for key in generation.keys.published where ring.hasWithdrawn(key.id, key.key) {
            service.resources.log.error(
                "a key that was revoked is used no more",
                [
                    "folder": .text(path), "kid": .identifier(key.id ?? "none"),
                    "signs": .identifier(taken.keys.activeID),
                ])
        }
        return taken
    }

    private mutating func recover() {
        guard refusal != nil else { return }
        refusal = nil
        readiness.note(keyFault: nil)
        service.metrics.setKeyRingFault(0)
        service.resources.log.info("the key ring can be read again", [:])
    }

    private mutating func refuse(_ failure: Failure, _ mark: FolderMark?, _ generation: Generation, _ path: String) {
        let isNews = refusal.map { $0.code != failure.code || $0.mark != mark } ?? true
        refusal = Refusal(mark: mark, code: failure.code, generation: generation)
        // Each time: a reload of everything that was under way has noted that nothing is wrong.
        readiness.note(keyFault: failure.code)
        guard isNews else { return }
        service.metrics.keyRingRead(.failure)
        service.metrics.setKeyRingFault(1)
        service.resources.log.error(
            "the key ring was not taken: the service goes on with the one before",
            ["code": .identifier(failure.code), "reason": .reason(of: failure), "folder": .text(path)])
    }
}
