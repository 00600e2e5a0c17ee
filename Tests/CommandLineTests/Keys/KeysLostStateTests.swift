import Foundation
import TestSupport
import Testing

@Suite("keys: a ring that has lost its state")
struct KeysLostStateTests {
    private static let ids = KeysFolder.ids

    /// A ring of which only the file of a revoked key and the secret are left.
    private func lost() throws -> KeysFolder {
        let folder = try KeysFolder()
        try folder.fill()
        #expect(try folder.keys(["revoke", Self.ids[1], "--yes"]).status == 0)
        for name in ["ring.state", "\(Self.ids[0]).json"] {
            try FileManager.default.removeItem(atPath: folder.path("keys/\(name)"))
        }
        return folder
    }

    @Test(
        "signs with no key that is left, and no command takes it for the one that signs",
        arguments: ["whole", "short", "twice", "dangling"])
    func refused(_ secret: String) throws {
        let folder = try lost()
        let path = folder.path("keys/ring.secret")
        switch secret {
        case "short": try folder.scratch.write([UInt8]("short".utf8), to: "keys/ring.secret")
        case "twice": try FileManager.default.copyItem(atPath: path, toPath: folder.path("keys/keys_ring.secret"))
        case "dangling":
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/secret")
        default: break
        }
        let mint = ["mint", "--uid", "alice", "--keys", folder.path("keys")]
        let minted = try folder.run(mint)
        #expect(minted.status == 3 && minted.output.isEmpty, "\(minted.errors)")
        #expect(minted.errors.contains("no ring.state") && minted.errors.contains("keys activate KID"))
        for arguments in [
            ["list"], ["generate"], ["generate", "--email", KeysFolder.account], ["import", folder.path("a.json")],
            ["retire", Self.ids[1]], ["revoke", Self.ids[1], "--yes"], ["remove", Self.ids[1], "--yes"], ["check"],
            ["export"], ["rotate", "--dry-run"], ["upload", Self.ids[1], "--dry-run"],
        ] {
            let result = try folder.keys(arguments)
            #expect(result.status == 3 && result.output.isEmpty, "\(arguments): \(result.errors)")
            #expect(result.errors.contains("no ring.state") && result.errors.contains(Self.ids[1]), "\(arguments)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys/ring.state")))
        #expect(try folder.run(mint).status == 3)
    }

    @Test("goes on with the key that is named, and says what the others are")
    func activated() throws {
        let folder = try lost()
        try folder.scratch.write(KeysFolder.keyFile(Self.ids[0], "rsa-2048"), to: "keys/left.json")
        let result = try folder.keys(["activate", Self.ids[0]])
        #expect(result.status == 0 && result.errors.contains("ring.state was lost"), "\(result.errors)")
        #expect(result.errors.contains("\(Self.ids[1]) are next now"), "\(result.errors)")
        #expect(try folder.states() == [Self.ids[0]: "active", Self.ids[1]: "next"])
        let minted = try folder.run(
            ["mint", "--uid", "alice", "--keys", folder.path("keys"), "--output", "json"])
        #expect(minted.status == 0 && minted.text.contains(#""key_id":"\#(Self.ids[0])""#), "\(minted.errors)")
    }

    @Test("is noticed also where the keys were put there by hand, and by each command that writes the first state")
    func byHand() throws {
        for arguments in [["activate", Self.ids[0]], ["retire", Self.ids[0]], ["revoke", Self.ids[0], "--yes"]] {
            let folder = try KeysFolder()
            for name in ["a", "b"] {
                try folder.scratch.write(Locations.bytes(folder.path("\(name).json")), to: "keys/\(name).json")
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("keys"))
            #expect(try folder.keys(arguments).status == 0)
            for name in ["ring.state", "b.json"] {
                try FileManager.default.removeItem(atPath: folder.path("keys/\(name)"))
            }
            let minted = try folder.run(["mint", "--uid", "alice", "--keys", folder.path("keys")])
            #expect(minted.status == 3 && minted.errors.contains("no ring.state"), "\(arguments): \(minted.errors)")
        }
    }

    @Test("a first use is none: a folder with one key and no secret signs, and a first import makes a ring")
    func first() throws {
        let folder = try KeysFolder()
        try folder.scratch.write(Locations.bytes(folder.path("a.json")), to: "keys/a.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("keys"))
        #expect(try folder.run(["mint", "--uid", "alice", "--keys", folder.path("keys")]).status == 0)
        #expect(try folder.keys(["import", folder.path("b.json")]).status == 0)
        #expect(try folder.states() == [Self.ids[0]: "active", Self.ids[1]: "next"])
        let other = try KeysFolder()
        #expect(try other.keys(["import", other.path("a.json")]).status == 0)
        #expect(try other.states() == [Self.ids[0]: "next"])
    }
}
