import Foundation

/// Another process that has a transaction of writing under way in a file of SQLite.
final class LockHolder: Sendable {
    private let process = Process()
    private let input = Pipe()

    /// Takes the lock.
    init(_ path: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute('BEGIN IMMEDIATE')
            print('locked', flush=True)
            sys.stdin.read()
            database.execute('COMMIT')
            """, path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForReading.close()
        guard try output.fileHandleForReading.read(upToCount: 1) != nil else {
            throw ServerFailure("python3 does not take the lock")
        }
    }

    deinit {
        release()
    }

    /// Gives the lock back.
    func release() {
        try? input.fileHandleForWriting.close()
    }
}
