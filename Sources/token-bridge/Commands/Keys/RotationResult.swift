import CustomTokenBridge
import JOSE
import KeyRings
import StrictJSON

/// How far a rotation has come.
struct RotationResult: CommandResult {
    private let oldKeyID: String?
    private let newKeyID: String?
    private let signerID: String?
    private let next: RotationProgress.Step?
    private var until: NumericDate?
    private var isFinished = false

    init(_ ring: KeyRing) {
        oldKeyID = ring.rotation?.oldKeyID
        newKeyID = ring.rotation?.newKeyID
        // A third key may have been activated meanwhile.
        signerID = ring.active?.id
        next = ring.rotation?.next
    }

    /// The same, which another run goes on with at some time.
    func waiting(until time: NumericDate) -> Self {
        var result = self
        result.until = time
        return result
    }

    /// The same, with no step left.
    var finished: Self {
        var result = self
        result.isFinished = true
        return result
    }

    var text: String {
        let signer = signerID ?? "no key"
        guard !isFinished else {
            return "\(signer) signs\(oldKeyID.map { "; \($0) is retired, and deleted at Google" } ?? "")"
        }
        let rest = until.map { "; run the same command again after \($0.utc)" } ?? ""
        return "\(signer) signs; \(oldKeyID ?? "the key before") is still published\(rest)"
    }

    var json: JSONValue { .object(members) }

    private var members: JSONObject {
        JSONObject([
            "kid": .optional(newKeyID), "replaced_kid": .optional(oldKeyID), "finished": .bool(isFinished),
            "next_step": .optional(isFinished ? nil : next?.rawValue), "not_before": .optional(until),
        ])
    }

    /// A step that was taken, for programs.
    func event(_ step: RotationProgress.Step) -> JSONObject {
        JSONObject([
            "name": .string(step.rawValue), "kid": .optional(newKeyID), "replaced_kid": .optional(oldKeyID),
        ])
    }
}
