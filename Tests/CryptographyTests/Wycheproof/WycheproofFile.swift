import StrictJSON
import TestSupport

/// A vector file of Wycheproof, read so that nothing in it can be passed over unseen.
struct WycheproofFile {
    enum Fault: Error, Equatable {
        case unknownGroupType(String)
        case unknownResult(String)
        case wrongNumberOfTests(stated: Int, found: Int)
        case duplicateTest(Int)
        case vectorsMissing
    }

    enum Result: String {
        case valid
        case invalid
        /// Weak or odd: a strict implementation may refuse it, and this one does.
        case acceptable
    }

    struct Vector {
        let identifier: Int
        let result: Result
        let fields: Fields
    }

    struct Group {
        let fields: Fields
        let vectors: [Vector]
    }

    let numberOfTests: Int
    let groups: [Group]

    /// Reads a file of the folder, by its name without `_test.json`, for a caller who can run one type of group.
    init(_ name: String, groupType: String) throws {
        guard let folder = Locations.vectors else { throw Fault.vectorsMissing }
        try self.init(
            parsing: Locations.bytes("\(folder)/wycheproof/testvectors_v1/\(name)_test.json"), groupType: groupType)
    }

    init(parsing bytes: [UInt8], groupType: String) throws {
        let file = try Fields(parsing: bytes)
        numberOfTests = try file.integer("numberOfTests")
        groups = try file.list("testGroups").map { group in
            let type = try group.string("type")
            guard type == groupType else { throw Fault.unknownGroupType(type) }
            return Group(fields: group, vectors: try group.list("tests").map(Self.vector))
        }
        let identifiers = groups.flatMap(\.vectors).map(\.identifier)
        guard identifiers.count == numberOfTests else {
            throw Fault.wrongNumberOfTests(stated: numberOfTests, found: identifiers.count)
        }
        var seen: Set<Int> = []
        for identifier in identifiers where !seen.insert(identifier).inserted {
            throw Fault.duplicateTest(identifier)
        }
    }

    private static func vector(_ fields: Fields) throws -> Vector {
        let word = try fields.string("result")
        guard let result = Result(exactly: word) else { throw Fault.unknownResult(word) }
        return Vector(identifier: try fields.integer("tcId"), result: result, fields: fields)
    }
}
