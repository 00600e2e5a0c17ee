/// The sole right to change a session's file.
final class HeldSessionFile: HeldSession {
    private let file: SessionFile
    private let lock: SessionLock

    init(file: SessionFile, lock: SessionLock) {
        self.file = file
        self.lock = lock
    }

    func session() throws(FirebaseSessionError) -> StoredSession? { try file.session() }

    func keep(_ session: StoredSession) throws(FirebaseSessionError) {
        try file.write(session)
    }

    func drop() throws(FirebaseSessionError) {
        try file.remove()
        lock.removeFile()
    }

    func release() {
        lock.release()
    }
}
