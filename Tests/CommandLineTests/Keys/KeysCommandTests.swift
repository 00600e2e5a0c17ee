import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("keys")
struct KeysCommandTests {
    private static let ids = KeysFolder.ids

    /// Whether this may become another user, to whom the program and the folders of tests are open.
    private static let canBeNobody: Bool = {
        guard Shell.setpriv.isThere, getuid() == 0, let scratch = try? ScratchFolder() else { return false }
        let everyone: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try? FileManager.default.setAttributes(everyone, ofItemAtPath: scratch.path)
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "-C", scratch.path]
        return (try? Subprocess.run("/usr/bin/env", user + [Locations.tokenBridge, "version"]))?.status == 0
    }()

    @Test("a life: import, activate, replace; list says which one signs, and mint uses it")
    func life() throws {
        let folder = try KeysFolder()
        try folder.fill()
        #expect(try folder.states() == [Self.ids[0]: "active", Self.ids[1]: "next"])
        let minted = try folder.run(["mint", "--keys", folder.path("keys"), "--uid", "alice", "--output", "json"])
        #expect(minted.status == 0 && minted.text.contains(#""key_id":"\#(Self.ids[0])""#), "\(minted.errors)")
        let result = try folder.keys(["activate", Self.ids[1]])
        #expect(result.status == 0 && result.text == "\(Self.ids[1]) active\n")
        #expect(result.errors.contains("\(Self.ids[0]) signs no more, and stays published until"))
        #expect(try folder.states() == [Self.ids[0]: "retiring", Self.ids[1]: "active"])
        let after = try folder.run(["mint", "--keys", folder.path("keys"), "--uid", "alice", "--output", "json"])
        #expect(after.text.contains(#""key_id":"\#(Self.ids[1])""#))
    }

    @Test("what cannot be done is refused by its exit code, and nothing changes")
    func refused() throws {
        let folder = try KeysFolder()
        try folder.fill()
        try folder.scratch.write(
            KeysFolder.keyFile("c", "rsa-2048", account: "o@demo-bridge.iam.gserviceaccount.com"), to: "foreign.json")
        try folder.scratch.write([UInt8]("{".utf8), to: "broken.json")
        try folder.scratch.write(KeysFolder.keyText("ec-p256"), to: "ec.pem")
        let email = ["--email", KeysFolder.account]
        let cases: [([String], Int32, String)] = [
            (["retire", Self.ids[0]], 1, "retires when another is activated"),
            (["activate", "zzz"], 2, "the ring has no key \"zzz\""),
            (["remove", Self.ids[0], "--yes"], 1, "is active"),
            (["revoke", "zzz", "--yes"], 2, "no key"), (["revoke", Self.ids[0]], 2, "no terminal"),
            (["import", folder.path("foreign.json")], 3, "belongs to"),
            (["import", folder.path("broken.json")], 3, "cannot be used"),
            (["import", folder.path("ec.pem")] + email, 3, "EC key"),
            (["import", folder.path("absent.json")], 3, "cannot be read"),
            (["import", folder.path("a.json"), "--project", "other"], 3, "not for"), (["import"], 2, "file is missing"),
            (["activate"], 2, "KID is missing"), (["list", "x"], 2, "takes no name"), (["rotat"], 2, "what to do"),
            (["list", "--bits", "2048"], 2, "says nothing to keys list"),
            (["generate", "--bits", "1024"], 2, "2048, 3072 or 4096"), (["generate", "--days", "0"], 2, "1 to 36500"),
            (["export", "--private", "--yes"], 2, "KID is missing"),
            (["export", Self.ids[0], "--private"], 2, "terminal"),
            (["export", Self.ids[0], "--certificate"], 1, "without a certificate"),
            (["export", "zzz"], 2, "no key"), (["check", "zzz"], 2, "no key"),
        ]
        for (arguments, status, words) in cases {
            let result = try folder.keys(arguments)
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
            #expect(result.output.isEmpty, "\(arguments)")
        }
        #expect(try folder.states() == [Self.ids[0]: "active", Self.ids[1]: "next"])
    }

    @Test("a key retires when its tokens have expired, and not before", .enabled(if: Shell.faketime.isThere))
    func retire() throws {
        let folder = try KeysFolder()
        try folder.fill()
        #expect(try folder.keys(["activate", Self.ids[1]]).status == 0)
        let early = try folder.keys(["retire", Self.ids[0]])
        #expect(early.status == 75 && early.errors.contains("may be under way until"), "\(early.errors)")
        let arguments = [Locations.tokenBridge, "keys", "retire", Self.ids[0], "--keys", folder.path("keys")]
        let back = try Subprocess.run("/usr/bin/env", ["faketime", "-f", "-1h"] + arguments)
        #expect(back.status == 75 && back.errors.contains("one of the two times is wrong"), "\(back.errors)")
        let later = try Subprocess.run("/usr/bin/env", ["faketime", "-f", "+67m"] + arguments)
        #expect(later.status == 0, "\(later.errors)")
        #expect(try folder.states()[Self.ids[0]] == "retired")
        let removed = try folder.keys(["remove", Self.ids[0], "--yes"])
        #expect(removed.status == 0 && removed.text == "\(Self.ids[0]) removed\n")
        #expect(try folder.states() == [Self.ids[1]: "active"])
    }

    @Test("generate makes a key and prints the body of the upload; the private half is nowhere in it")
    func generate() throws {
        let folder = try KeysFolder()
        let result = try folder.keys(["generate", "--email", KeysFolder.account, "--days", "10"])
        #expect(result.status == 0, "\(result.errors)")
        let body = try #require(try JSONValue(parsing: result.output, limits: .document).object)
        let data = try #require(body["publicKeyData"]?.string.flatMap { Data(base64Encoded: $0) })
        #expect(String(decoding: data, as: UTF8.self).hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        let id = try #require(try folder.states().keys.first)
        let file = try Locations.bytes("\(folder.path("keys"))/\(id).json")
        let object = try JSONObject(parsing: file, limits: .document)
        let pem = try #require(object["private_key"]?.string)
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
        #expect(!KeyWindows(of: [UInt8](pem.utf8)).areShown(by: result.text + result.errors))
        let exported = try folder.keys(["export", id, "--certificate"])
        #expect(Data(exported.output) == data)
        #expect(!result.errors.contains("to make it sign") && result.errors.contains("keys upload \(id)"))
        let list = try folder.keys(["list"])
        #expect(list.errors.contains("expires at") && list.errors.contains("no key signs"))
        let active = try folder.keys(["activate", id])
        #expect(active.status == 0 && active.errors.contains("nobody accepts its tokens before"), "\(active.errors)")
    }

    @Test("export prints what others verify with; the private half only with --private and a word for it")
    func export() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let set = try folder.keys(["export"])
        let keys = try #require(try JSONObject(parsing: set.output, limits: .document)["keys"]?.array)
        #expect(keys.compactMap { $0.object?["kid"]?.string } == Self.ids)
        #expect(keys.allSatisfy { $0.object?["d"] == nil })
        let secret = try folder.keys(["export", Self.ids[0], "--private", "--yes"])
        #expect(secret.status == 0 && secret.text.contains("BEGIN PRIVATE KEY"))
        let audit = try Locations.bytes(folder.path("keys/audit.jsonl"))
        #expect(String(decoding: audit, as: UTF8.self).contains(#""operation":"export","phase":"done""#))
        #expect(
            !KeyWindows(of: try KeysFolder.keyText("rsa-2048")).areShown(by: String(decoding: audit, as: UTF8.self)))
    }

    @Test("a private key that could not be printed is written down as that")
    func exportFails() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let script = #""$0" keys export \#(Self.ids[0]) --private --yes --keys "$1" > /dev/full"#
        let result = try Subprocess.run(
            "/bin/bash", ["-c", script, Locations.tokenBridge, folder.path("keys")])
        #expect(result.status != 0, "\(result.errors)")
        let audit = String(decoding: try Locations.bytes(folder.path("keys/audit.jsonl")), as: UTF8.self)
        #expect(audit.contains(#""operation":"export","phase":"failed""#), "\(audit)")
        #expect(!audit.contains(#""operation":"export","phase":"done""#))
    }

    @Test("check compares with what is published")
    func check() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let set = try folder.keys(["export"]).output
        try folder.scratch.write(set, to: "published.json")
        let right = try folder.keys(["check", "--published", folder.path("published.json"), "--output", "json"])
        #expect(right.status == 0 && right.text.hasPrefix(#"{"right":true"#), "\(right.text)")
        try folder.scratch.write([UInt8]("{}".utf8), to: "published.json")
        let wrong = try folder.keys(["check", "--published", folder.path("published.json")])
        #expect(wrong.status == 3 && wrong.text.contains("it signs and is not published"))
        let other = String(decoding: set, as: UTF8.self).replacing(Self.ids[1], with: "x").replacing(
            Self.ids[0], with: Self.ids[1])
        try folder.scratch.write([UInt8](other.utf8), to: "published.json")
        let swapped = try folder.keys(["check", Self.ids[1], "--published", folder.path("published.json")])
        #expect(swapped.status == 3 && swapped.text.contains("another key is published by its identifier"))
    }

    @Test("revoke and remove ask at the terminal", .enabled(if: Shell.script.isThere))
    func confirmation() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let command = "\(Locations.tokenBridge) keys revoke \(Self.ids[1]) --keys \(folder.path("keys"))"
        let no = try Subprocess.run(
            "/usr/bin/env", ["script", "-qec", command, "/dev/null"], input: [UInt8]("no\n".utf8))
        #expect(no.status == 6, "\(no.text)")
        #expect(try folder.states()[Self.ids[1]] == "next")
        let yes = try Subprocess.run(
            "/usr/bin/env", ["script", "-qec", command, "/dev/null"], input: [UInt8]("yes\n".utf8))
        #expect(yes.status == 0, "\(yes.text)")
        #expect(try folder.states()[Self.ids[1]] == "revoked")
    }

    @Test("what is refused is not told as done", .enabled(if: Shell.faketime.isThere))
    func notTold() throws {
        let folder = try KeysFolder()
        try folder.fill()
        #expect(try folder.keys(["generate", "--days", "1"]).status == 0)
        let id = try #require(try folder.states().keys.first { !Self.ids.contains($0) })
        for time in ["+2d", "-2d"] {
            let result = try Subprocess.run(
                "/usr/bin/env",
                ["faketime", "-f", time, Locations.tokenBridge, "keys", "activate", id, "--keys", folder.path("keys")])
            #expect(result.status == 3 && result.errors.contains("the certificate of the key"), "\(result.errors)")
            #expect(!result.errors.contains("signs from now on") && !result.errors.contains("signs no more"))
        }
        try folder.scratch.write(KeysFolder.keyFile(Self.ids[0], "other-2048"), to: "other.json")
        let other = try folder.keys(["import", folder.path("other.json")])
        #expect(other.status == 1 && !other.errors.contains("published, and not signing yet"), "\(other.errors)")
        let foreign = try folder.keys(["generate", "--email", "o@demo-bridge.iam.gserviceaccount.com"])
        #expect(foreign.status == 3 && !foreign.errors.contains("an RSA key of"), "\(foreign.errors)")
        let early = try folder.keys(["activate", Self.ids[1]])
        #expect(early.status == 0 && early.errors.contains("signs from now on"))
        let retire = try folder.keys(["retire", Self.ids[0]])
        #expect(retire.status == 75 && !retire.errors.contains("is published no more"), "\(retire.errors)")
        #expect(try folder.states()[Self.ids[0]] == "retiring")
        // A key that signs already is not told as one that does not.
        let again = try folder.keys(["import", folder.path("b.json")])
        #expect(again.status == 0 && !again.errors.contains("not signing yet"), "\(again.errors)")
    }

    @Test("keys and mint tell of a state that others can change, and of a secret that others can read")
    func looseModes() throws {
        let folder = try KeysFolder()
        try folder.fill()
        for (name, what) in [("ring.state", "change"), ("ring.secret", "read")] {
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("keys/\(name)"))
            for arguments in [["keys", "list"], ["mint", "--uid", "alice"]] {
                let result = try folder.run(arguments + ["--keys", folder.path("keys")])
                #expect(result.status == 0 && result.errors.contains("others can \(what)"), "\(result.errors)")
                #expect(result.errors.contains("\(name)\" (mode 666)"), "\(result.errors)")
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("keys/\(name)"))
        }
    }

    @Test("a key that is revoked does not come back under another identifier, also when it was removed")
    func sameKey() throws {
        let folder = try KeysFolder()
        try folder.fill()
        try folder.scratch.write(KeysFolder.keyText("rsa-2048"), to: "a.pem")
        func importAs(_ id: String) throws -> Subprocess {
            try folder.keys(["import", folder.path("a.pem"), "--email", KeysFolder.account, "--key-id", id])
        }
        #expect(try folder.keys(["revoke", Self.ids[0], "--yes"]).status == 0)
        let two = try importAs("two")
        #expect(two.status == 1 && two.output.isEmpty && two.errors.contains("which is revoked"), "\(two.errors)")
        #expect(try folder.keys(["activate", "two"]).status == 2)
        #expect(try folder.keys(["remove", Self.ids[0], "--yes"]).status == 0)
        let three = try importAs("three")
        #expect(three.status == 1 && three.errors.contains("does not come back"), "\(three.errors)")
        #expect(try folder.states() == [Self.ids[1]: "next"])
    }

    @Test("a read-only folder is read, and not changed", .enabled(if: Self.canBeNobody))
    func readOnly() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let everyone: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        try FileManager.default.setAttributes(everyone, ofItemAtPath: folder.scratch.path)
        try FileManager.default.setAttributes(everyone, ofItemAtPath: folder.path("keys"))
        for name in ["ring.state"] + Self.ids.map({ "\($0).json" }) {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("keys/\(name)"))
        }
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", Locations.tokenBridge]
        // Another user's lock would refuse before the folder does.
        try FileManager.default.removeItem(atPath: folder.path("keys/.ring.lock"))
        let list = try Subprocess.run("/usr/bin/env", user + ["keys", "list", "--keys", folder.path("keys")])
        #expect(list.status == 0 && list.text.contains("active"), "\(list.errors)")
        let change = try Subprocess.run(
            "/usr/bin/env", user + ["keys", "activate", Self.ids[1], "--keys", folder.path("keys")])
        #expect(change.status == 3 && change.errors.contains("cannot be written"), "\(change.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys/.ring.lock")))
        #expect(try folder.states()[Self.ids[0]] == "active")
    }
}
