import StrictJSON
import TestSupport
import Testing

@testable import token_bridge

@Suite("Messages with --output json")
struct JSONMessageTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
    }

    private func error(_ arguments: [String], environment: [String: String] = [:]) throws -> JSONObject {
        let result = try TokenBridge.run(arguments, in: folder, environment: environment)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasSuffix("}\n") && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        let object = try JSONObject(parsing: [UInt8](result.errors.utf8), limits: .document)
        #expect(object.names == ["error"])
        let error = try #require(object["error"]?.object)
        #expect(error.names == ["code", "message", "hint", "exit_code"])
        #expect(error["exit_code"] == .integer(Int64(result.status)))
        return error
    }

    @Test(
        "a command line that is wrong is told in JSON, wherever the option stands",
        arguments: [
            (["--output", "json"], "unknown command \"--output\""),
            (["mnt", "--output", "json"], "unknown command \"mnt\""),
            (["mint", "--output", "json"], "--uid is missing"),
            (["mint", "--output=json", "--xyzzy"], "unknown option \"--xyzzy\""),
            (["mint", "--xyzzy", "--output", "json"], "unknown option \"--xyzzy\""),
            (["mint", "--uid", "--output", "json"], "--uid needs a value"),
            (["mint", "--output", "json", "--output", "text"], "--output is given twice"),
            (["version", "surplus", "--output", "json"], "unexpected argument \"surplus\""),
            (["providers", "--output", "json"], "what to do is list, show or check, and one must be named"),
            (["exchange", "--output", "json"], "--provider is missing"),
        ])
    func usage(arguments: [String], message: String) throws {
        let error = try error(arguments)
        #expect(error["code"] == "USAGE" && error["exit_code"] == 2)
        #expect(error["message"] == .string(message))
    }

    @Test("an error without a hint has null")
    func noHint() throws {
        let result = try TokenBridge.bash(
            #"exec "$0" mint --output json --service-account key.json --uid $'a\xff'"#, in: folder)
        #expect(result.status == 2)
        #expect(
            result.errors
                == #"{"error":{"code":"USAGE","message":"an argument is not UTF-8","hint":null,"exit_code":2}}"# + "\n")
    }

    @Test(
        "is told in text where JSON is not asked for",
        arguments: [
            ["mint", "--", "--output", "json"], ["mint", "--output", "text", "--output", "json"], ["mint", "--output"],
            ["mint", "--output", "JSON"], ["mint", "--output=", "json"], ["mint", "--outputs", "json"],
            ["mint", "--uid=--output", "json"],
        ])
    func text(arguments: [String]) throws {
        let result = try TokenBridge.run(arguments, in: folder)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("token-bridge: error: "), "\(result.errors)")
    }

    @Test("errors of keys and configurations have their codes")
    func codes() throws {
        let missing = try error(["mint", "--uid", "a", "--service-account", "missing", "--output", "json"])
        #expect(missing["code"] == "FILE_UNREADABLE" && missing["exit_code"] == 3)
        let none = try error(["mint", "--uid", "a", "--output", "json"])
        #expect(none["code"] == "KEY_UNAVAILABLE" && none["hint"]?.string?.contains("--service-account") == true)
        let uid = try error(["mint", "--uid", "", "--service-account", "key.json", "--output", "json"])
        #expect(uid["code"] == "UID_INVALID" && uid["exit_code"] == 2)
        let provider = try error(["providers", "show", "gogle", "--output", "json"])
        #expect(provider["code"] == "PROVIDER_UNKNOWN" && provider["hint"] == "did you mean google?")
        let configuration = try error(["exchange", "--provider", "a", "--id-token", "-", "--output", "json"])
        #expect(configuration["code"] == "CONFIGURATION_UNREADABLE" && configuration["exit_code"] == 3)
    }

    @Test("all faults of a configuration are one message of many lines")
    func faults() throws {
        try folder.write([UInt8](#"{"isuer": 1}"#.utf8), to: "bridge.json")
        let error = try error(["exchange", "--provider", "a", "--id-token", "-", "--output", "json"])
        #expect(error["code"] == "CONFIGURATION_INVALID")
        let lines = error["message"]?.string?.split(separator: "\n") ?? []
        #expect(lines.count >= 3 && lines.allSatisfy { $0.hasPrefix("./bridge.json") }, "\(lines)")
    }

    @Test("warnings and notes are JSON too, one on a line")
    func warnings() throws {
        try folder.write(
            try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "loose.json", mode: 0o644)
        let result = try TokenBridge.run(
            ["mint", "--service-account", "loose.json", "--uid", "a", "--output", "json"], in: folder)
        #expect(result.status == 0)
        #expect(
            result.errors == #"{"warning":{"message":"others can read \"loose.json\" (mode 644): chmod 600 it"}}"#
                + "\n")
        let demo = try TokenBridge.run(["demo", "--output", "json"], in: folder)
        #expect(demo.errors.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"note":{"message":""#) })
    }

    @Test(
        "the format is that of the first --output before --",
        arguments: [
            ([], false), (["--output", "json"], true), (["--output=json"], true), (["a", "--output", "json"], true),
            (["--", "--output=json"], false), (["--output"], false), (["--output", "text", "--output=json"], false),
            (["--output=json", "--output=text"], true), (["--output=jsonx"], false), (["--Output=json"], false),
        ])
    func format(words: [String], isJSON: Bool) {
        switch OutputFormat(askedBy: words) {
        case .json: #expect(isJSON)
        case .text: #expect(!isJSON)
        }
    }
}
