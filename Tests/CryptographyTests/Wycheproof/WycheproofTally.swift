/// What became of the vectors of a file.
struct WycheproofTally: Equatable {
    /// What a run makes of one vector.
    enum Verdict {
        case accepted
        /// Refused, with the code of the error.
        case refused(String)
    }

    private(set) var groups = 0
    private(set) var tests = 0
    private(set) var accepted = 0
    /// How many vectors were refused with each code.
    private(set) var refusals: [String: Int] = [:]
    /// The vectors whose outcome is not the stated one.
    private(set) var disagreements: [Int] = []

    /// Runs every vector of every group; `makeVerdicts` prepares a group and gives back what judges its vectors.
    ///
    /// An error that is no verdict ends the run and so fails the test.
    init(
        of file: WycheproofFile,
        _ makeVerdicts: (WycheproofFile.Group) throws -> (WycheproofFile.Vector) throws -> Verdict
    ) throws {
        for group in file.groups {
            groups += 1
            let verdict = try makeVerdicts(group)
            for vector in group.vectors { count(try verdict(vector), of: vector) }
        }
    }

    private mutating func count(_ verdict: Verdict, of vector: WycheproofFile.Vector) {
        tests += 1
        switch verdict {
        case .accepted:
            accepted += 1
            if vector.result != .valid { disagreements.append(vector.identifier) }
        case .refused(let code):
            refusals[code, default: 0] += 1
            if vector.result == .valid { disagreements.append(vector.identifier) }
        }
    }
}
