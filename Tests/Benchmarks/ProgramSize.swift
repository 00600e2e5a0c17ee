import Foundation
import TestSupport

/// How much disk the program takes, with the libraries that it names and those that it loads when they are needed.
enum ProgramSize {
    /// What a login loads.
    private static let ofLogin = ["libcurl.so.4", "libqrencode.so.4"]
    /// What other commands load.
    private static let ofOthers = ["libmicrohttpd.so.12", "libsqlite3.so.0", "libpq.so.5", "libp11-kit.so.0"]

    static func measure() -> [Figure] {
        let program = Locations.tokenBridge
        let places = libraries(of: "/sbin/ldconfig", ["-p"])
        func path(_ name: String) -> String? { places.first { $0.hasSuffix("/\(name)") } }
        func everything(_ names: [String]) -> Set<String> {
            let loaded = names.compactMap(path)
            let named = ([program] + loaded).flatMap { libraries(of: "ldd", [$0]) }
            return Set((loaded + named).map { URL(filePath: $0).resolvingSymlinksInPath().path })
        }
        return [
            figure("token_bridge.size", of: [program]),
            figure("token_bridge.login.libraries", of: everything(ofLogin)),
            figure("token_bridge.libraries", of: everything(ofLogin + ofOthers)),
        ]
    }

    /// The paths that a program prints after `=>`, and those that stand alone.
    private static func libraries(of tool: String, _ arguments: [String]) -> [String] {
        let result = try? Subprocess.run("/usr/bin/env", [tool] + arguments)
        return (result?.text ?? "").split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.trimmingCharacters(in: .whitespaces).hasPrefix("/") }
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func figure(_ name: String, of files: Set<String>) -> Figure {
        let bytes = files.compactMap {
            (try? FileManager.default.attributesOfItem(atPath: $0))?[.size] as? Int
        }.reduce(0, +)
        return Figure(name: name, value: Double(bytes) / 1_048_576, unit: "MB", base: nil, ratio: nil)
    }
}
