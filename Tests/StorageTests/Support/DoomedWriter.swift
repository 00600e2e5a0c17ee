import Bridge
import Foundation
import Synchronization

/// What a process does that is killed in the middle of it, and its diary of it, which outlives it.
///
/// Each line of the diary is a word and a name: `begin` and `added` of a pair of records, `take` and `taken` of one that
/// others want too.
struct DoomedWriter: Sendable {
    static let sharedRecords = 1000

    let store: any Store
    let diary: Diary
    private let answers = Answers()

    init(_ store: any Store, diary: String) {
        self.store = store
        self.diary = Diary(diary)
    }

    /// Writes until the process is killed, whatever is under way then.
    ///
    /// - Parameter count: After how many answers that is.
    func run(killedAfter count: Int) async {
        Thread.detachNewThread { [answers] in
            while answers.count.load(ordering: .relaxed) < count { usleep(100) }
            kill(getpid(), SIGKILL)
        }
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { await addPairs(task) }
                group.addTask { await takeShared(task) }
            }
        }
        // Whoever comes here was not killed: that fails the test.
    }

    private func addPairs(_ task: Int) async {
        for number in 0... {
            let name = "\(task)-\(number)"
            diary.write("begin \(name)")
            guard let pair = try? Self.pair(name), (try? await store.insert(pair, now: now)) == .inserted else {
                return
            }
            diary.write("added \(name)")
            answers.count.add(1, ordering: .relaxed)
        }
    }

    private func takeShared(_ task: Int) async {
        for number in stride(from: task, to: Self.sharedRecords, by: 8) {
            guard let key = try? sample("shared \(number)").key else { return }
            diary.write("take \(number)")
            guard let found = try? await store.consume(key, version: nil, now: now) else { continue }
            if found.key == key { diary.write("taken \(number)") }
        }
    }

    /// Two records that are added together.
    static func pair(_ name: String) throws -> [StoredRecord] {
        [try sample("\(name) left", bytes: 2000), try sample("\(name) right", bytes: 2000)]
    }
}

/// How many answers there were.
private final class Answers: Sendable {
    let count = Atomic(0)
}

/// A file to which whole lines are appended.
struct Diary: Sendable {
    private let descriptor: Int32

    init(_ path: String) {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    func write(_ line: String) {
        let bytes = [UInt8]("\(line)\n".utf8)
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }

    /// The names of the lines that begin with each word.
    static func read(_ path: String) throws -> [String: Set<String>] {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(grouping: lines, by: { $0[0] }).mapValues { Set($0.map { $0[1] }) }
    }
}
