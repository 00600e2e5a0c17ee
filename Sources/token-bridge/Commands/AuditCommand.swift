import CustomTokenBridge
import Operations
import StrictJSON

/// `token-bridge audit`: proves that audit files are as they were written.
enum AuditCommand: Sendable {
    static let specification = CommandSpecification(
        name: "audit", summary: "Prove that an audit file is as it was written.",
        synopsis: "verify FILE...",
        details: """
            Each line of an audit file holds the hash of the line before it. Of several files, each must go on where the
            one before it ended. That nothing was cut off at the end shows when the hash that is printed is kept
            elsewhere, and compared later.

            Exit codes: 0 as it was written, 1 not so, 3 where a file cannot be read.
            """,
        operands: (["verify"], 1000), options: [], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        guard arguments.operands.first == "verify" else {
            let found = arguments.operands.first.map { "not \($0.argumentExcerpt)" } ?? "and it must be said"
            throw Failure.usage("what to do is verify, \(found)", specification)
        }
        let files = arguments.operands.dropFirst()
        guard !files.isEmpty else { throw Failure.usage("the audit file is missing", specification) }
        var results: [VerifiedAudit] = []
        for file in files {
            let evidence = try evidence(file)
            if let before = results.last, !before.evidence.isContinued(by: evidence) {
                throw Failure(
                    code: OperationsError.Code.auditBroken.rawValue,
                    message: "\(file.argumentExcerpt) does not go on where \(before.file.argumentExcerpt) ended",
                    hint: "name the files from the oldest to the newest, without a gap", exitCode: .failure)
            }
            results.append(VerifiedAudit(file: file, evidence: evidence))
        }
        switch arguments.output {
        case .text: try console.print(results.map(\.text).joined(separator: "\n"))
        case .json: try console.print(JSONValue.array(results.map(\.json)).compactText)
        }
        return .success
    }

    /// What a file proves; one that cannot be read proves nothing, which is not that it was changed.
    private static func evidence(_ file: String) throws -> AuditEvidence {
        do throws(OperationsError) {
            return try AuditLog.verify(file)
        } catch  where error.code == .systemFailed {
            throw Failure(
                code: "AUDIT_UNREADABLE", message: error.reason,
                hint: "check the path, and that this user may read it", exitCode: .configuration)
        }
    }
}

/// An audit file that is as it was written.
struct VerifiedAudit: CommandResult {
    let file: String
    let evidence: AuditEvidence

    var text: String {
        let torn = evidence.tornWritings > 0 ? ", \(evidence.tornWritings) broken off and noted" : ""
        let rest = evidence.unfinishedBytes > 0 ? ", \(evidence.unfinishedBytes) bytes not finished at the end" : ""
        return "\(file.argumentExcerpt): \(evidence.records) records\(torn)\(rest); last line \(evidence.lastSequence)"
            + " of \(evidence.lastTime), SHA-256 \(evidence.lastHash)"
    }

    var json: JSONValue {
        .object(
            JSONObject([
                "file": .string(file), "records": .integer(Int64(evidence.records)),
                "torn_writings": .integer(Int64(evidence.tornWritings)),
                "unfinished_bytes": .integer(Int64(evidence.unfinishedBytes)),
                "first_sequence": .integer(evidence.firstSequence), "first_previous": .string(evidence.firstPrevious),
                "last_sequence": .integer(evidence.lastSequence), "last_sha256": .string(evidence.lastHash),
                "last_time": .string(evidence.lastTime),
            ]))
    }
}
