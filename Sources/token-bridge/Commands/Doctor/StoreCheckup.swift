import Bridge
import BridgeServer
import Configuration
import CustomTokenBridge
import CustomTokens
import Glibc
import OAuthClient
import Storage
import StrictJSON

/// Whether the store can be used; where there is none yet, whether one can be made.
struct StoreCheckup: Sendable {
    private static let subject = "store"

    private let location: StoreLocation

    init(_ location: StoreLocation) {
        self.location = location
    }

    func findings() -> [CheckupFinding] {
        do {
            switch location {
            case .memory:
                return [
                    .ok(Self.subject, "sessions are kept in memory: gone at each restart, and for one process alone")
                ]
            case .sqlite(let path): return [try sqlite(path)]
            case .postgresql(let uri): return [try postgreSQL(uri)]
            }
        } catch {
            return [.failed(Self.subject, error)]
        }
    }

    private func sqlite(_ path: String) throws -> CheckupFinding {
        let name = path.argumentExcerpt
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let folder = FileCheckup.folder(of: path)
            guard errno == ENOENT, unsafe access(folder, W_OK | X_OK) == 0 else {
                return .failed(
                    Self.subject, "\(name) is not there, and cannot be made: \(SystemError.text(errno))",
                    hint: "make the folder, and let this user write to it")
            }
            return .ok(Self.subject, "\(name) is not there yet: serve makes it")
        }
        guard unsafe access(path, R_OK | W_OK) == 0 else {
            return .failed(
                Self.subject, "\(name) cannot be written: \(SystemError.text(errno))",
                hint: "let this user read and write it")
        }
        // Opening it would close it to others, or set it up.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0, status.st_size > 0 else {
            return status.st_mode & S_IFMT == S_IFREG
                ? .ok(Self.subject, "\(name) can be read and written")
                : .failed(Self.subject, "\(name) is no regular file", hint: "name a file, or one that is not there yet")
        }
        let store = try location.open()
        try asking(store) { try await store.check() }
        return .ok(Self.subject, "\(name) can be read and written")
    }

    /// What a store answers; it is closed then.
    private func asking<Answer: Sendable>(
        _ store: any Store, _ question: @escaping @Sendable () async throws -> Answer
    ) throws -> Answer {
        try Waiting.result {
            do {
                let answer = try await question()
                await store.close()
                return answer
            } catch {
                await store.close()
                throw error
            }
        }
    }

    private func postgreSQL(_ uri: ConnectionURI) throws -> CheckupFinding {
        let store = try PostgreSQLStore(
            PostgreSQLAddress(uri.secretText), connections: 1, whereTablesAreMissing: .areLeftOut)
        let isSetUp = try asking(store) {
            let isSetUp = try await store.hasTables()
            if isSetUp { try await store.check() }
            return isSetUp
        }
        return .ok(
            Self.subject,
            isSetUp
                ? "PostgreSQL can be read and written" : "PostgreSQL answers, and has no tables yet: serve makes them")
    }
}
