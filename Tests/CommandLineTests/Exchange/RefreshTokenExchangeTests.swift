import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("exchange of a refresh token")
struct RefreshTokenExchangeTests {
    private static let old = "rt.9f8a7b6c5d4e3f2a1b"
    private static let new = "rt.0a1s2d3f4g5h6j7k8l"

    private let plant: PlantServer

    init() throws {
        plant = try PlantServer()
        try plant.folder.write([UInt8]("\(Self.old)\n".utf8), to: "refresh")
    }

    private func rotate(idToken: String? = nil) throws {
        let token = try idToken ?? plant.plant.token()
        try plant.answer(200, PlantServer.tokens(token, refreshToken: Self.new))
    }

    private func expectNothingShown(_ result: Subprocess) {
        for secret in [Self.old, Self.new, "at.7y6t5r4e3w2q1z0x", "a-secret-of-our-client"] {
            #expect(!Plant.isShown(secret, by: result), "\(result.errors)")
        }
    }

    @Test("redeems it once and prints a custom token; the file stays as it is without a new one")
    func notRotated() throws {
        let before = try FileManager.default.attributesOfItem(atPath: "\(plant.folder.path)/refresh")
        let result = try plant.exchange(["--refresh-token", "refresh"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try result.tokenClaims["uid"] == "plant:worker-7")
        #expect(plant.tokenRequests.count == 1)
        #expect(plant.tokenRequests[0].contains("refresh_token=\(Self.old)"))
        #expect(try plant.file("refresh").text == "\(Self.old)\n")
        let after = try FileManager.default.attributesOfItem(atPath: "\(plant.folder.path)/refresh")
        #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    }

    @Test("a new token takes the place of the old one, for its owner alone", arguments: [0o600, 0o644])
    func rotated(mode: Int) throws {
        try rotate()
        try plant.folder.write([UInt8](Self.old.utf8), to: "refresh", mode: mode)
        let result = try plant.exchange(["--refresh-token", "refresh"])
        #expect(result.status == 0, "\(result.errors)")
        let file = try plant.file("refresh")
        #expect(file.text == "\(Self.new)\n" && file.mode == 0o600)
        #expect(
            result.errors.hasSuffix("token-bridge: the provider gave a new refresh token, which is in \"refresh\"\n"))
        expectNothingShown(result)
        #expect(try plant.folder.contents().filter { $0.contains("refresh") } == ["refresh"])
        _ = try plant.exchange(["--refresh-token", "refresh"])
        #expect(plant.tokenRequests.last?.contains("refresh_token=\(Self.new)") == true)
    }

    @Test("says the same in JSON, a message a line")
    func json() throws {
        try rotate()
        let result = try plant.exchange(["--refresh-token", "refresh", "--output", "json"])
        #expect(result.status == 0)
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object["proof"] == "refresh_token")
        #expect(
            result.errors
                == #"{"note":{"message":"the provider gave a new refresh token, which is in \"refresh\""}}"# + "\n")
    }

    @Test("from standard input, the token goes where --save-refresh-token says, new or not", arguments: [true, false])
    func standardInput(isRotated: Bool) throws {
        if isRotated { try rotate() }
        let result = try plant.exchange(
            ["--refresh-token", "-", "--save-refresh-token", "kept"], input: "\(Self.old)\r\n")
        #expect(result.status == 0, "\(result.errors)")
        let file = try plant.file("kept")
        #expect(file.text == "\(isRotated ? Self.new : Self.old)\n" && file.mode == 0o600)
        expectNothingShown(result)
    }

    @Test("--save-refresh-token leaves the file it was read from alone")
    func savedElsewhere() throws {
        try rotate()
        try plant.folder.write([UInt8]("something else".utf8), to: "kept", mode: 0o644)
        let result = try plant.exchange(["--refresh-token", "refresh", "--save-refresh-token", "kept"])
        #expect(result.status == 0)
        #expect(try plant.file("refresh").text == "\(Self.old)\n")
        let kept = try plant.file("kept")
        #expect(kept.text == "\(Self.new)\n" && kept.mode == 0o600)
    }

    @Test("a link is followed: the file it leads to has the new token")
    func link() throws {
        try rotate()
        try FileManager.default.createDirectory(
            atPath: "\(plant.folder.path)/real", withIntermediateDirectories: true)
        try plant.folder.write([UInt8](Self.old.utf8), to: "real/token")
        try FileManager.default.createSymbolicLink(
            atPath: "\(plant.folder.path)/link", withDestinationPath: "real/token")
        #expect(try plant.exchange(["--refresh-token", "link"]).status == 0)
        #expect(try plant.file("real/token").text == "\(Self.new)\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(plant.folder.path)/link") == "real/token")
    }

    @Test("the new token is kept although what comes with it is refused: the old one is void")
    func keptThoughRefused() throws {
        try rotate(idToken: plant.plant.token(["aud": "someone-else"]))
        let result = try plant.exchange(["--refresh-token", "refresh"])
        #expect(result.status == 4 && result.output.isEmpty)
        #expect(result.errors.contains("(AUDIENCE_MISMATCH)"))
        #expect(try plant.file("refresh").text == "\(Self.new)\n")
        expectNothingShown(result)
    }

    @Test(
        "where no new token can be kept, the old one is not redeemed",
        arguments: [
            (["--refresh-token", "refresh", "--save-refresh-token", "nowhere/kept"], 1, "was not redeemed"),
            (["--refresh-token", "refresh", "--save-refresh-token", "."], 2, "is no regular file"),
            (["--refresh-token", "refresh", "--save-refresh-token", "/dev/null"], 2, "is no regular file"),
            (["--refresh-token", "refresh", "--save-refresh-token", "-"], 2, "must be kept somewhere"),
            (["--refresh-token", "-", "--save-refresh-token", "-"], 2, "must be kept somewhere"),
            (["--refresh-token", "-"], 2, "must be kept somewhere"),
            (["--refresh-token", "missing"], 3, "\"missing\" cannot be read"),
        ] as [([String], Int32, String)])
    func notRedeemed(arguments: [String], code: Int32, words: String) throws {
        try rotate()
        let result = try plant.exchange(arguments, input: Self.old)
        #expect(result.status == code && result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(plant.tokenRequests.isEmpty)
        #expect(try plant.file("refresh").text == "\(Self.old)\n")
        expectNothingShown(result)
    }

    @Test("a new token that cannot be kept in the end is an error, and nothing is signed", .enabled(if: geteuid() == 0))
    func notKept() throws {
        try rotate()
        // Root may write everywhere, says the system; this one refuses all the same.
        let result = try plant.exchange(["--refresh-token", "refresh", "--save-refresh-token", "/proc/kept"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors.hasPrefix(
                "token-bridge: error: the refresh token was redeemed, and the new one could not be kept: \"/proc/kept\""
            ),
            "\(result.errors)")
        expectNothingShown(result)
        let json = try plant.exchange(
            ["--refresh-token", "refresh", "--save-refresh-token", "/proc/kept", "--output", "json"])
        #expect(try json.jsonError?["code"] == "REFRESH_TOKEN_NOT_KEPT")
    }

    @Test("a pipe such as /dev/fd/0 keeps nothing, so the token is not redeemed")
    func pipe() throws {
        let result = try TokenBridge.bash(
            #"cat refresh | "$0" exchange --provider plant --refresh-token /dev/stdin"#, in: plant.folder,
            environment: ["PLANT_SECRET": "s"])
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains("is no regular file") && plant.tokenRequests.isEmpty)
    }

    @Test(
        "a folder that cannot be written to is told before the token is redeemed",
        .enabled(if: Shell.setpriv.isThere && geteuid() == 0, "only root can become another user"))
    func readOnlyFolder() throws {
        try rotate()
        let script = """
            mkdir locked && mv refresh locked/token && chmod 444 locked/token key.json bridge.json plant-jwks.json
            chmod 555 locked && chmod 755 . && exec setpriv --reuid=65534 --regid=65534 --clear-groups \
                "$0" exchange --provider plant --refresh-token locked/token
            """
        let result = try TokenBridge.bash(script, in: plant.folder, environment: ["PLANT_SECRET": "a-secret-of-ours"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors.hasSuffix(
                """
                token-bridge: error: a new refresh token could not be kept in "locked/token": Permission denied
                hint: the token was not redeemed; name another file with --save-refresh-token FILE

                """), "\(result.errors)")
        #expect(plant.tokenRequests.isEmpty)
    }

    @Test(
        "what the provider refuses is a refusal, or its configuration's or network's fault",
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, 4, "(CREDENTIAL_INVALID)"),
            (401, #"{"error":"invalid_client"}"#, 3, "invalid_client"),
            (400, #"{"error":"access_denied"}"#, 6, "access_denied"), (503, "{}", 75, "503"),
            (200, "not json", 5, "plant: "), (200, #"{"access_token":""}"#, 5, "plant: "),
        ] as [(Int64, String, Int32, String)])
    func refused(status: Int64, answer: String, code: Int32, words: String) throws {
        try plant.answer(status, answer)
        let result = try plant.exchange(["--refresh-token", "refresh"])
        #expect(result.status == code && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try plant.file("refresh").text == "\(Self.old)\n")
        expectNothingShown(result)
    }

    @Test("a provider that is down is temporary, and the token still good")
    func down() throws {
        // Nobody listens at port 1.
        let down = try Plant(issuer: "http://127.0.0.1:1", provider: #""client_secret": {"env": "PLANT_SECRET"}"#)
        try down.folder.write([UInt8](Self.old.utf8), to: "refresh")
        let result = try down.exchange(["--refresh-token", "refresh"], environment: ["PLANT_SECRET": "s"])
        #expect(result.status == 75 && result.output.isEmpty)
        #expect(result.errors.contains("\nhint: try again later; "))
    }
}
