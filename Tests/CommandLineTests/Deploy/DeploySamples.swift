import Foundation
import TestSupport

/// The files of `examples/deploy`.
enum DeploySamples: Sendable {
    static let folder = "\(Locations.repository)/examples/deploy"

    static func text(_ name: String) throws -> String {
        String(decoding: try Locations.bytes("\(folder)/\(name)"), as: UTF8.self)
    }

    /// The variables of a container in YAML, as `- name: NAME` with `value: TEXT` in the next line.
    static func variables(_ name: String) throws -> [String: String] {
        let lines = try text(name).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        var variables: [String: String] = [:]
        for (line, next) in zip(lines, lines.dropFirst())
        where line.hasPrefix("- name: TOKEN_BRIDGE_") && next.hasPrefix("value: ") {
            variables[String(line.dropFirst("- name: ".count))] =
                next.dropFirst("value: ".count).trimmingCharacters(in: ["\""])
        }
        return variables
    }

    /// The values of a key in a unit of systemd.
    static func values(_ key: String, in unit: String) throws -> [String] {
        try text(unit).split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
            .map { String($0.dropFirst(key.count + 1)) }
    }
}
