import StrictJSON
import TestSupport

extension RunningProgram {
    /// Starts `login` with some arguments; it reads what is typed.
    convenience init(login arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:]) throws {
        try self.init(tokenBridge: ["login"] + arguments, in: folder, environment: environment, input: .typed)
    }

    /// The members of an event of `login`.
    func event(_ name: String) throws -> JSONObject {
        try wait(for: #""event":"\#(name)""#)
        for line in errors.split(separator: "\n") {
            let object = try JSONObject(parsing: [UInt8](line.utf8), limits: .document)["login"]?.object
            if let object, object["event"]?.string == name { return object }
        }
        throw ServeFailure("no event \(name): \(errors)")
    }
}
