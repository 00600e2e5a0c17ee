import Configuration
import CustomTokens
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("The text of the configuration file")
struct ConfigurationTextTests {
    @Test(
        "JSON with comments and trailing commas is read, and texts with their marks stay as they are",
        arguments: [
            "{\"issuer\": \"https://a.example//x/*y*/\", \"project\": \"demo\",}",
            "// one\n{\"issuer\": \"https://a.example//x/*y*/\", /* two */ \"project\": \"demo\" /* , */ , // three\n}",
            "/* **/{\"issuer\":\"https://a.example//x/*y*/\"/**/,\"project\":\"demo\",\"trusted_proxies\":[\"::1\",],}//",
            "{\r\n// one\r\n\"issuer\": \"https://a.example//x/*y*/\",\r\n\"project\": \"demo\",\r\n}\r\n",
            "\u{FEFF}{\"issuer\": \"https://a.example//x/*y*/\", \"project\": \"demo\"}",
        ])
    func acceptsCommentsAndTrailingCommas(_ text: String) throws {
        let configuration = try Fixture().load(text)
        #expect(configuration.issuer.text == "https://a.example//x/*y*/")
        #expect(configuration.project == "demo")
    }

    @Test(
        "What is no JSON is refused at its place",
        arguments: [
            ("{\"issuer\": 1 /* x", "1:14"), ("{\n  \"a\" 1}", "2:7"), ("{,}", "1:2"), ("[1,,]", "1:4"),
            ("{\"a\":,}", "1:6"), ("{\"a\": 1,,}", "1:9"), ("{'a': 1}", "1:2"), ("{\"a\": 1} x", "1:10"),
            ("{\"é\" /* ü */ 1}", "1:14"), ("", "1:1"), ("// nothing\n", "1:1"), ("[]", "1:1"), ("{\"a\": 1", "1:7"),
            ("{\"a\": 0x10}", "1:8"), ("{\"a\": / 1}", "1:7"), ("\u{FEFF}{]", "1:2"),
        ])
    func refusesWhatIsNoJSON(_ text: String, _ place: String) throws {
        let fixture = try Fixture()
        #expect(try fixture.error(text)?.code == .malformed)
        #expect(try fixture.faults(text).map { String($0.prefix { $0 != " " }) } == [place])
    }

    @Test("A comment without end is reported where it begins")
    func refusesCommentWithoutEnd() throws {
        let faults = try Fixture().faults("{\n  \"issuer\": \"x\" /* * /\n}")
        #expect(faults == ["2:17 : a comment begins here and has no end (end it with */)"])
    }

    @Test("Text that is not UTF-8 is refused, in comments too where they are no comments for editors")
    func refusesOtherEncodings() throws {
        #expect(try Fixture().error(bytes: Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8))?.code == .malformed)
        #expect(try Fixture().error(bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.code == .malformed)
        #expect(try Fixture().error(bytes: Array("{\"a\": \"".utf8) + [0] + Array("\"}".utf8))?.code == .malformed)
    }

    @Test("A repeated key is a fault at its place, however it is written, and the other faults are found with it")
    func reportsRepeatedKeys() throws {
        let text = """
            {
              "issuer": "https://bridge.example",
              "project": "demo",
              "proj\\u0065ct": "other",
              "token": {"lifetime": 60, "lifetime": 99999, "lifetime": 1,},
              "unknwon": 1,
            }
            """
        let faults = try Fixture().faults(text)
        try #require(faults.count == 4, "\(faults)")
        #expect(faults[0].hasPrefix("4:3 project: this key is there twice (it stands at "))
        #expect(faults[0].hasSuffix("bridge.json:3:3 already)"))
        #expect(faults[1].hasPrefix("5:29 token.lifetime: this key is there twice"))
        #expect(faults[2].hasPrefix("5:48 token.lifetime: this key is there twice"))
        #expect(faults[3].hasPrefix("6:3 unknwon: the key \"unknwon\" is not known"))
    }

    @Test("A repeated provider is a fault, and canonically equivalent keys are two keys")
    func comparesKeysByBytes() throws {
        let twice = Fixture.minimal(#""providers": {"yahoo": {"client_id": "a"}, "yahoo": {"client_id": "b"}}"#)
        #expect(try Fixture().faults(twice).first?.contains("providers.yahoo: this key is there twice") == true)
        let claims = Fixture.minimal(#""token": {"claims": {"\u00e9": 1, "e\u0301": 2}}"#)
        #expect(try Fixture().faults(claims) == [])
    }

    @Test("What nests too deep is refused at its place, and a megabyte is the end")
    func limitsDepthAndSize() throws {
        let deep = "{\"a\":" + String(repeating: "[", count: 64) + String(repeating: "]", count: 64) + "}"
        #expect(try Fixture().faults(deep) == ["1:69 : this nests deeper than 64 levels"])
        let wide = Fixture.minimal() + String(repeating: " ", count: 1 << 20)
        #expect(try Fixture().error(wide)?.code == .unreadable)
        let full = Fixture.minimal()
        #expect(try Fixture().error(full + String(repeating: " ", count: (1 << 20) - full.utf8.count)) == nil)
    }

    @Test("A file that is not there is named with the cause")
    func namesMissingFile() throws {
        let fixture = try Fixture()
        let error = #expect(throws: ConfigurationError.self) {
            try BridgeConfiguration.load(path: fixture.path, environment: [:])
        }
        #expect(error?.code == .unreadable)
        #expect(error?.reason.contains("No such file or directory") == true)
        #expect(error?.reason.contains("config init") == true)
    }

    @Test("Columns count characters, not bytes")
    func countsCharacters() throws {
        let faults = try Fixture().faults(
            "{\"issuer\": \"https://a.example\", \"project\": \"demo\", \"é\": 1, \"ö\": 2}")
        #expect(faults.map { String($0.prefix { $0 != " " }) } == ["1:52", "1:60"])
    }

    @Test("Texts that are cut or changed anywhere are read or refused, and nothing else")
    func survivesDamage() throws {
        let text = Array(ConfigurationSample.text.utf8)
        var fixture = try Fixture()
        for name in ConfigurationSample.environmentNames { fixture.environment[name] = "a-secret-of-16-characters" }
        for length in stride(from: 0, to: text.count, by: 41) {
            _ = try fixture.error(bytes: Array(text[..<length]))
        }
        for index in stride(from: 0, to: text.count, by: 29) {
            var damaged = text
            damaged[index] = UInt8(ascii: "\"")
            _ = try fixture.error(bytes: damaged)
        }
        #expect(try fixture.error(bytes: text) == nil)
    }
}
