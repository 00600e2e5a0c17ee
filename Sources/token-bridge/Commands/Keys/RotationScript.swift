import CustomTokenBridge
import JOSE
import KeyRings
import StrictJSON

/// The steps of a rotation that are left, in words.
struct RotationScript: CommandResult {
    /// One step.
    struct Line: Sendable {
        let step: RotationProgress.Step
        let text: String
    }

    let lines: [Line]
    private let isBegun: Bool

    /// Describes what is left.
    ///
    /// - Parameters:
    ///   - ring: The ring.
    ///   - folder: Its folder.
    ///   - bits: The length of a new key.
    ///   - now: The time.
    init(_ ring: KeyRing, folder: String, bits: Int64, at now: NumericDate) {
        let progress = ring.rotation
        isBegun = progress != nil
        let new = progress?.newKeyID ?? "the new key"
        let old = progress == nil ? ring.active?.id : progress?.oldKeyID
        let account = ring.account ?? "the account"
        let end = old.flatMap { ring[$0] }.flatMap { KeyRing.retirement(of: $0) } ?? now + KeyRing.retentionSeconds
        let texts: [(RotationProgress.Step, String?)] = [
            (
                .generate,
                "an RSA key of \(bits) bits is made in \(folder.argumentExcerpt); only its certificate will leave it"
            ),
            (.certificate, "the certificate of \(new) is checked"),
            (
                .upload,
                "the certificate of \(new) goes to Google, as a key of \(account), which gives it its identifier"
            ),
            (
                .publication,
                "it is waited until Google publishes \(new)\(old.map { "; \($0) goes on signing" } ?? "")"
            ),
            (.probe, "\(new) signs, and two implementations verify it"),
            (
                .activate,
                "\(new) signs from now on\(old.map { "; \($0) signs no more, and stays published for its tokens" } ?? "")"
            ),
            (.retire, old.map { "\($0) is published no more, from \(end.utc) on" }),
            (.disable, old.map { "\($0) is disabled at Google, which accepts its signatures no more" }),
            (.delete, old.map { "\($0) is deleted at Google for good; its file stays here until keys remove \($0)" }),
        ]
        let known = texts.compactMap { step, text in text.map { (step, $0) } }
        let taken = progress?.taken.map(\.step) ?? []
        lines = known.enumerated().filter { !taken.contains($1.0) }.map { index, line in
            Line(step: line.0, text: "\(index + 1)/\(known.count) \(line.0.rawValue): \(line.1)")
        }
    }

    var text: String { lines.map(\.text).joined(separator: "\n") }

    var json: JSONValue {
        let steps = lines.map { line in
            JSONValue.object(JSONObject(["step": .string(line.step.rawValue), "text": .string(line.text)]))
        }
        return .object(JSONObject(["dry_run": true, "resumes": .bool(isBegun), "steps": .array(steps)]))
    }
}
