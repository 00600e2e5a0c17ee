import Foundation
import TestSupport
import Testing
import Threads

@Suite("Locks on files")
struct LockFileTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private var path: String { "\(folder.path)/lock" }

    private func held() throws -> LockFile {
        guard case .held(let lock) = LockFile.attempt(path) else { throw CocoaError(.fileLocking) }
        return lock
    }

    @Test("one holds a lock at a time, and it is free when that one is gone")
    func exclusive() throws {
        var lock: LockFile? = try held()
        guard case .busy = LockFile.attempt(path) else {
            Issue.record("two hold it")
            return
        }
        #expect(lock != nil)
        lock = nil
        _ = try held()
    }

    @Test("a file of the same name that came later is another lock")
    func replaced() throws {
        let lock = try held()
        try FileManager.default.removeItem(atPath: path)
        let other = try held()
        #expect(lock !== other)
    }

    @Test("a link, a folder and a place that is not there are told by their error")
    func unusable() throws {
        try folder.write([], to: "other")
        for (name, target) in [("link", "\(folder.path)/other"), ("dangling", "\(folder.path)/none")] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        }
        for (name, expected) in [("link", ELOOP), ("dangling", ELOOP), (".", EISDIR), ("none/lock", ENOENT)] {
            guard case .failed(let code) = LockFile.attempt("\(folder.path)/\(name)") else {
                Issue.record("\(name) is locked")
                continue
            }
            #expect(code == expected, "\(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/none"))
    }
}
