import Configuration
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("config init, check and schema")
struct ConfigCommandTests {
    private let folder: ScratchFolder

    /// What the sample's secrets may be.
    private static let secrets = Dictionary(
        uniqueKeysWithValues: ConfigurationSample.environmentNames.map { ($0, "a-secret-of-some-length") })

    init() throws {
        folder = try ScratchFolder()
    }

    private func config(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess {
        try TokenBridge.run(["config"] + arguments, in: folder, environment: environment)
    }

    private func write(_ text: String, to name: String = "bridge.json", mode: Int = 0o644) throws {
        try folder.write([UInt8](text.utf8), to: name, mode: mode)
    }

    /// Puts a key where the standard configuration looks for one.
    private func writeKey() throws {
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "keys/key.json")
    }

    @Test("init writes a sample that passes the check once its secrets are set", arguments: [nil, "other.json"])
    func initiates(file: String?) throws {
        try writeKey()
        let written = try config(["init"] + (file.map { [$0] } ?? []))
        #expect(written.status == 0 && written.output.isEmpty)
        let name = file ?? "bridge.json"
        let names = ConfigurationSample.environmentNames.joined(separator: ", ")
        #expect(
            written.errors
                == "token-bridge: wrote \"\(name)\"; set \(names), or change it, then run token-bridge config check\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let option = file.map { ["--config", $0] } ?? []
        let checked = try config(["check"] + option, environment: Self.secrets)
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
        #expect(checked.text == "\(file ?? "./bridge.json") is right\n")
        let without = try config(["check"] + option)
        #expect(without.status == 3)
        for name in ConfigurationSample.environmentNames { #expect(without.errors.contains(name)) }
    }

    @Test("init never writes over anything", arguments: ["file", "folder", "link"])
    func neverOverwrites(kind: String) throws {
        let path = "\(folder.path)/bridge.json"
        switch kind {
        case "file": try write("mine")
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        }
        let result = try config(["init"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors
                == """
                token-bridge: error: "bridge.json" is there already, and is left as it is
                hint: name another file: token-bridge config init FILE

                """)
        #expect(try folder.contents() == ["bridge.json"])
        if kind == "file" { #expect(try Locations.bytes(path) == [UInt8]("mine".utf8)) }
    }

    @Test("init - prints the same sample and writes nothing")
    func printsSample() throws {
        let printed = try config(["init", "-"])
        #expect(printed.status == 0 && printed.errors.isEmpty)
        #expect(try folder.contents().isEmpty)
        _ = try config(["init"])
        #expect(try Locations.bytes("\(folder.path)/bridge.json") == printed.output)
    }

    @Test("init in a folder that is not there fails")
    func noFolder() throws {
        let result = try config(["init", "nowhere/bridge.json"])
        #expect(result.status == 1 && result.errors.contains("No such file or directory"))
    }

    private static let faulty = """
        {
          "issuer": "http://bridge.example",
          "project": "demo-bridge",
          "proyect": "x",
          "token": { "lifetime": 5000 },
          "providers": {
            "plant": { "preset": "oidc", "issuer": "https://plant.example", "client_id": "ours", "client_secret": {"env": "NOT_SET"} },
          },
        }

        """

    @Test("check tells all faults at once, each with its place, a line each")
    func faults() throws {
        try write(Self.faulty)
        let result = try config(["check"])
        #expect(result.status == 3 && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 4, "\(result.errors)")
        for (line, place) in zip(lines, ["2:13: issuer: ", "4:3: proyect: ", "5:26: token.lifetime: ", "7:"]) {
            #expect(line.hasPrefix("token-bridge: error: ./bridge.json:\(place)"), "\(line)")
        }
        #expect(lines.count > 1 && lines[1].contains("project"))
        #expect(lines.last?.contains("NOT_SET is not set") == true)
    }

    @Test("check tells them in JSON on standard output, and how many in the error")
    func faultsInJSON() throws {
        try write(Self.faulty)
        let result = try config(["check", "--output", "json"])
        #expect(result.status == 3)
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object.names == ["file", "valid", "faults", "warnings"])
        #expect(object["file"] == "./bridge.json" && object["valid"] == false)
        let faults = object["faults"]?.array?.compactMap(\.object) ?? []
        #expect(faults.count == 4)
        #expect(faults.allSatisfy { $0.names == ["place", "path", "message", "hint"] })
        #expect(faults.first?["place"] == "./bridge.json:2:13" && faults.first?["path"] == "issuer")
        #expect(
            result.errors
                == #"{"error":{"code":"CONFIGURATION_INVALID","message":"\"./bridge.json\" has 4 faults","hint":"the result on standard output tells what and where","exit_code":3}}"#
                + "\n")
    }

    @Test(
        "check tells JSON of a text that cannot be read at all",
        arguments: ["{", "", "[]", "{\"a\":1,\"a\":2}", "\u{0}"])
    func malformed(text: String) throws {
        try write(text)
        let result = try config(["check"])
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: ./bridge.json"), "\(result.errors)")
        let json = try config(["check", "--output=json"])
        #expect(json.status == 3)
        #expect(try JSONObject(parsing: json.output, limits: .document)["valid"] == false)
        #expect(try json.jsonError?["exit_code"] == 3)
    }

    @Test("check without any file says where it looked, in both formats")
    func noFile() throws {
        try #require(!FileManager.default.fileExists(atPath: "/etc/token-bridge/bridge.json"))
        let result = try config(["check"])
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("./bridge.json nor /etc/token-bridge/bridge.json"))
        let json = try config(["check", "--output", "json"])
        let object = try JSONObject(parsing: json.output, limits: .document)
        #expect(json.status == 3 && object["file"] == .null && object["valid"] == false)
        #expect(try json.jsonError?["code"] == "CONFIGURATION_UNREADABLE")
    }

    @Test(
        "check of a file that cannot be read says why",
        arguments: [("missing.json", "No such file"), (".", "directory")])
    func unreadable(path: String, words: String) throws {
        let result = try config(["check", "--config", path])
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains(words) && result.errors.contains("config init"), "\(result.errors)")
    }

    @Test("the file may be named by the environment, and --config goes before it")
    func namedByEnvironment() throws {
        try writeKey()
        try write(#"{"issuer": "https://b.example", "project": "demo-bridge"}"#, to: "named.json")
        let named = try config(["check"], environment: ["TOKEN_BRIDGE_CONFIG": "named.json"])
        #expect(named.status == 0 && named.text == "named.json is right\n")
        let explicit = try config(["check", "--config", "named.json"], environment: ["TOKEN_BRIDGE_CONFIG": "missing"])
        #expect(explicit.status == 0)
    }

    @Test("a warning is told and is no fault")
    func warnings() throws {
        try writeKey()
        try write(
            #"""
            {"issuer": "https://b.example", "project": "demo-bridge", "providers": {
              "plant": {"preset": "oidc", "issuer": "https://p.example", "client_id": "o", "client_secret": "hunter2-hunter2"}}}
            """#, mode: 0o600)
        let result = try config(["check"])
        #expect(result.status == 0 && result.text == "./bridge.json is right, with 1 warning\n", "\(result.errors)")
        #expect(result.errors.hasPrefix("token-bridge: warning: ./bridge.json:2:"))
        #expect(result.errors.contains("providers.plant.client_secret") && !result.errors.contains("hunter2"))
        let json = try config(["check", "--output", "json"])
        let object = try JSONObject(parsing: json.output, limits: .document)
        #expect(json.status == 0 && json.errors.isEmpty && object["valid"] == true)
        let warnings = object["warnings"]?.array?.compactMap(\.object) ?? []
        #expect(warnings.count == 1 && warnings[0].names == ["place", "path", "message"])
        #expect(!json.text.contains("hunter2"))
    }

    @Test("FB-09: a key of another project is one of the warnings")
    func keyOfAnotherProject() throws {
        try writeKey()
        try write(#"{"issuer": "https://b.example", "project": "demo"}"#)
        let result = try config(["check"])
        #expect(result.status == 0 && result.text == "./bridge.json is right, with 1 warning\n", "\(result.errors)")
        #expect(result.errors.hasPrefix("token-bridge: warning: ./bridge.json: keys: the account "))
        let json = try config(["check", "--output", "json"])
        let warnings = try JSONObject(parsing: json.output, limits: .document)["warnings"]?.array ?? []
        #expect(warnings.compactMap { $0.object?["path"]?.string } == ["keys"] && json.errors.isEmpty)
    }

    @Test("a variable that means nothing is a fault, and the nearest is told")
    func unknownVariable() throws {
        try writeKey()
        try write(#"{"issuer": "https://b.example", "project": "demo"}"#)
        let result = try config(["check"], environment: ["TOKEN_BRIDGE_PROYECT": "x"])
        #expect(result.status == 3)
        #expect(
            result.errors
                == "token-bridge: error: environment TOKEN_BRIDGE_PROYECT: no value of the configuration has this variable (did you mean TOKEN_BRIDGE_PROJECT?)\n",
            "\(result.errors)")
        let right = try config(["check"], environment: ["TOKEN_BRIDGE_PROJECT": "another"])
        #expect(right.status == 0)
    }

    @Test("schema prints one JSON Schema, whatever the format")
    func schema() throws {
        let text = try config(["schema"])
        #expect(text.status == 0 && text.errors.isEmpty)
        #expect(try config(["schema", "--output", "json"]).output == text.output)
        let object = try JSONObject(parsing: text.output, limits: .document)
        #expect(object["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(object["properties"]?.object?["providers"] != nil)
    }

    @Test(
        "misuse is told",
        arguments: [
            ([], "what to do is init, check or schema, and one must be named"),
            (["chekc"], "what to do is init, check or schema, not \"chekc\""),
            (["check", "bridge.json"], "check takes no name"), (["schema", "x"], "schema takes no name"),
            (["init", "a", "b"], "unexpected argument \"b\""),
            (["init", "--config", "a"], "--config belongs to check"),
            (["schema", "--config", "a"], "--config belongs to check"),
        ])
    func misuse(arguments: [String], message: String) throws {
        let result = try config(arguments)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("token-bridge: error: \(message)\nhint: "), "\(result.errors)")
        #expect(try folder.contents().isEmpty)
    }
}
