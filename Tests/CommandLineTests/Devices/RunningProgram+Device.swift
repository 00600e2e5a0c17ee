import TestSupport

extension RunningProgram {
    /// Starts an example of `examples/devices` with arguments, by the words of a launcher.
    convenience init(_ example: DeviceExample, _ arguments: [String], through launcher: [String] = []) throws {
        let folder = try ScratchFolder()
        try self.init(
            launcher + example.command(in: folder) + arguments, in: folder,
            environment: example.environment(in: folder))
    }

    /// The code that an example shows.
    func userCode() throws -> String { try words(/and enter the code ([A-Z]{4}-[A-Z]{4})\n/) }
}
