import Bridge
import Storage
import TestSupport
import Testing

@Suite("A new file that several open at once")
struct SQLiteOpeningTests {
    @Test("whoever comes while another makes the table takes it for what it is")
    func openAtOnce() async throws {
        let folder = try ScratchFolder()
        for round in 0..<150 {
            let stores = try (0..<4).map { _ in try SQLiteStore(path: "\(folder.path)/\(round).db") }
            let faults = await withTaskGroup(of: String?.self) { group in
                for store in stores {
                    group.addTask {
                        do throws(BridgeError) {
                            try await store.check()
                            return nil
                        } catch {
                            return error.reason
                        }
                    }
                }
                return await group.reduce(into: [String]()) { faults, fault in faults += [fault].compactMap { $0 } }
            }
            #expect(faults.isEmpty)
            for store in stores { await store.close() }
        }
    }
}
