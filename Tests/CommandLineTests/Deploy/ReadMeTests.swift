import TestSupport
import Testing

@Suite("The configurations of README.md")
struct ReadMeTests {
    private static func configuration(under heading: String) throws -> String {
        let text = String(decoding: try Locations.bytes("\(Locations.repository)/README.md"), as: UTF8.self)
        let section = try #require(text.split(separator: "\n## \(heading)\n").dropFirst().first)
        return String(
            try #require(section.split(separator: "```json5\n").dropFirst().first?.split(separator: "```").first))
    }

    @Test("pass the check", arguments: ["Configuration", "The service"])
    func passes(heading: String) throws {
        let folder = try ScratchFolder()
        try folder.write([UInt8](try Self.configuration(under: heading).utf8), to: "bridge.json")
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
        let keys =
            #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}"#
        try folder.write([UInt8](keys.utf8), to: "plant-jwks.json")
        let result = try TokenBridge.run(
            ["config", "check"], in: folder,
            environment: ["YAHOO_SECRET": "a-secret-of-some-length", "BACKEND_SECRET": "a-secret-of-some-length"])
        #expect(result.status == 0, "\(result.errors)")
    }
}
