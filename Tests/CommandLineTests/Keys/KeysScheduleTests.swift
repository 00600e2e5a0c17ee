import Foundation
import TestSupport
import Testing

@Suite("keys rotate --schedule")
struct KeysScheduleTests {
    private func schedule(
        _ folder: KeysFolder, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Subprocess {
        try TokenBridge.run(
            ["keys", "rotate", "--schedule", "--keys", "keys"] + arguments, in: folder.scratch, environment: environment
        )
    }

    @Test("carries over what the rotation is told, by whole paths, and may write where the audit file is")
    func options() throws {
        let folder = try KeysFolder()
        try folder.fill()
        try folder.scratch.write([], to: "logs/.keep")
        try folder.scratch.write(
            KeysFolder.keyFile(String(repeating: "c", count: 40), "rsa-2048"), to: "c.json")
        let result = try schedule(
            folder,
            [
                "--credentials", "c.json", "--audit", "logs/audit.jsonl", "--google", "http://127.0.0.1:9", "--bits",
                "3072", "--days", "90",
            ], environment: [:])
        #expect(result.status == 0, "\(result.errors)")
        let words = [
            "--keys", folder.path("keys"), "--audit", folder.path("logs/audit.jsonl"), "--credentials",
            folder.path("c.json"), "--google", "http://127.0.0.1:9", "--bits", "3072", "--days", "90",
        ]
        let line = result.text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") } ?? ""
        #expect(line.hasSuffix(words.map { "\"\($0)\"" }.joined(separator: " ")), "\(line)")
        #expect(result.text.contains("ReadWritePaths=\"\(folder.path("keys"))\" \"\(folder.path("logs"))\"\n"))
        let universe = try schedule(folder, [], environment: ["GOOGLE_CLOUD_UNIVERSE_DOMAIN": "example.goog"])
        #expect(universe.text.contains("Environment=\"GOOGLE_CLOUD_UNIVERSE_DOMAIN=example.goog\"\n"))
    }

    @Test("adc stays adc, and its file goes along; an audit file in the ring's folder is no second one")
    func machine() throws {
        let folder = try KeysFolder()
        try folder.fill()
        try folder.scratch.write(
            KeysFolder.keyFile(String(repeating: "c", count: 40), "rsa-2048"), to: "c.json")
        let result = try schedule(
            folder, ["--credentials", "adc", "--audit", "keys/other.jsonl"],
            environment: ["GOOGLE_APPLICATION_CREDENTIALS": "c.json", "NO_GCE_CHECK": "true", "LANG": "C"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("\"--audit\" \"\(folder.path("keys/other.jsonl"))\" \"--credentials\" \"adc\"\n"))
        #expect(result.text.contains("ReadWritePaths=\"\(folder.path("keys"))\"\n"))
        #expect(result.text.contains("Environment=\"GOOGLE_APPLICATION_CREDENTIALS=\(folder.path("c.json"))\"\n"))
        #expect(result.text.contains("Environment=\"NO_GCE_CHECK=true\"\n") && !result.text.contains("LANG"))
        let plain = try schedule(folder, [])
        #expect(plain.status == 0 && !plain.text.contains("Environment=\""))
    }

    @Test("the proxy of the command goes along; one with a password is left out, and that is told without it")
    func proxies() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let result = try schedule(
            folder, [],
            environment: [
                "HTTPS_PROXY": "http://proxy.example:3128", "no_proxy": "localhost",
                "all_proxy": "http://u:s3cret@p.example",
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("Environment=\"HTTPS_PROXY=http://proxy.example:3128\"\n"))
        #expect(result.text.contains("Environment=\"no_proxy=localhost\"\n") && !result.text.contains("all_proxy"))
        #expect(
            result.errors.contains("all_proxy is left out") && !result.errors.contains("s3cret"), "\(result.errors)")
    }

    @Test(
        "no path begins a line of the unit", arguments: ["x\nExecStart=+true\n#", "x\rExecStart=-", "x\u{2028}y"])
    func lineBreaks(_ name: String) throws {
        let folder = try KeysFolder()
        try folder.fill()
        try FileManager.default.moveItem(atPath: folder.path("keys"), toPath: folder.path(name))
        try FileManager.default.createSymbolicLink(atPath: folder.path("keys"), withDestinationPath: folder.path(name))
        let result = try schedule(folder, [])
        #expect(result.status == 3 && result.output.isEmpty, "\(result.text)")
        #expect(result.errors.contains("control characters"), "\(result.errors)")
    }

    @Test("a credential of the environment that is not there is refused")
    func absent() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let result = try schedule(folder, [], environment: ["GOOGLE_APPLICATION_CREDENTIALS": "absent.json"])
        #expect(
            result.status == 3 && result.output.isEmpty && result.errors.contains("absent.json"), "\(result.errors)")
    }

    @Test(
        "what the rotation would refuse, or what would be passed over, is refused now",
        arguments: [
            (["--dry-run"], 2, "only one of"), (["--bits", "1000"], 2, "BITS"), (["--days", "0"], 2, "1 to 36500"),
            (["--credentials", "absent.json"], 3, "cannot be found"),
            (["--audit", "none/a.jsonl"], 3, "cannot be found"),
            (["--google", "https://iam.example.com"], 3, "nothing is sent there"),
            (["--google", "http://192.0.2.1"], 3, "must be https"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, words: String) throws {
        let folder = try KeysFolder()
        try folder.fill()
        let result = try schedule(folder, arguments)
        #expect(result.status == status && result.output.isEmpty, "\(result.status) \(result.text)")
        #expect(result.errors.contains(words) || status == 2, "\(result.errors)")
    }
}
