import StrictJSON
import TestSupport

extension RunningProgram {
    /// Waits until a sandbox runs, and reads its result.
    func sandbox() throws -> JSONObject {
        try wait(for: "the sandbox runs")
        return try JSONObject(parsing: [UInt8](output.utf8), limits: .document)
    }
}
