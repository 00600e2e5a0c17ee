import Providers
import StrictJSON
import TestSupport
import Testing

@Suite("providers list and providers show")
struct ProviderShowTests {
    private static let presets = PresetTable.all.map(\.id)

    private func run(_ arguments: [String]) throws -> Subprocess {
        try TokenBridge.run(["providers"] + arguments, in: try ScratchFolder())
    }

    @Test("list has a line for every preset, under a header")
    func list() throws {
        let result = try run(["list"])
        #expect(result.status == 0 && result.errors.isEmpty)
        let lines = result.text.split(separator: "\n")
        #expect(lines.first?.split(separator: " ").first == "ID")
        #expect(lines.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) } == Self.presets)
        #expect(Self.presets.count == 41)
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test("list tells the same in JSON")
    func listJSON() throws {
        let result = try run(["list", "--output", "json"])
        let entries = try JSONValue(parsing: result.output, limits: .document).array?.compactMap(\.object) ?? []
        #expect(entries.compactMap { $0["id"]?.string } == Self.presets)
        #expect(
            entries.allSatisfy {
                $0.names == ["id", "name", "protocol", "supported", "accepts", "access_token_check"]
            })
        let unsupported = entries.filter { $0["supported"] == false }.compactMap { $0["id"]?.string }
        #expect(unsupported == PresetTable.all.filter { $0.support != .supported }.map(\.id))
        #expect(unsupported.contains("steam"))
    }

    @Test("show tells of a preset in both formats, the same facts in the same order", arguments: presets)
    func show(id: String) throws {
        let text = try run(["show", id])
        #expect(text.status == 0 && text.errors.isEmpty)
        let json = try run(["show", id, "--output", "json"])
        #expect(json.status == 0 && json.errors.isEmpty)
        let object = try JSONObject(parsing: json.output, limits: .document)
        #expect(object["id"] == .string(id))
        #expect(object.names.prefix(3) == ["id", "name", "protocol"])
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let names = lines.filter { $0.first != " " }.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == object.names, "\(text.text)")
        #expect(lines.first == "id\(String(repeating: " ", count: lines[0].count - 2 - id.count))\(id)")
        for member in object.members {
            let values = member.value.array ?? [member.value]
            #expect(!values.isEmpty)
            for value in values {
                let word = try #require(value.string, "\(member.name) is no text")
                #expect(!word.isEmpty && lines.contains { $0.hasSuffix(word) }, "\(word)")
            }
        }
    }

    @Test(
        "an unknown name is told with the nearest", arguments: ["show", "check"])
    func unknown(action: String) throws {
        let result = try run([action, "gogle"])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors == "token-bridge: error: there is no provider \"gogle\"\nhint: did you mean google?\n")
        let far = try run([action, "xyzzy-xyzzy"])
        #expect(far.status == 2)
        #expect(far.errors.hasSuffix("hint: token-bridge providers list shows all\n"))
    }

    @Test("names are compared byte for byte", arguments: ["Google", "google ", "gooGle", ""])
    func exactName(name: String) throws {
        #expect(try run(["show", name]).status == 2)
    }
}
