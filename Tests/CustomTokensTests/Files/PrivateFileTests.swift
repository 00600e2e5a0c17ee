import Foundation
import TestSupport
import Testing

@testable import CustomTokens

@Suite("Files for their owner alone")
struct PrivateFileTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
        return attributes[.posixPermissions] as? Int
    }

    @Test("a file is replaced whole, for its owner alone, and nothing else is left")
    func replaces() throws {
        try folder.write([1, 2, 3], to: "f", mode: 0o644)
        try PrivateFile.replace("\(folder.path)/f", with: [4, 5])
        #expect(try Locations.bytes("\(folder.path)/f") == [4, 5])
        #expect(try mode("f") == 0o600)
        #expect(try folder.contents() == ["f"])
    }

    @Test("what a killed process of the same number has left is in nobody's way, and stays")
    func leftover() throws {
        let name = "f.\(getpid()).0.new"
        try folder.write([9], to: name)
        for byte in UInt8(1)...3 { try PrivateFile.replace("\(folder.path)/f", with: [byte]) }
        #expect(try Locations.bytes("\(folder.path)/f") == [3])
        #expect(try Locations.bytes("\(folder.path)/\(name)") == [9])
        #expect(try folder.contents() == ["f", name])
    }

    @Test("a file that is there is not written over by one that is new")
    func createsOnlyNew() throws {
        try folder.write([1], to: "f")
        #expect(throws: CustomTokenError.self) { try PrivateFile.create("\(folder.path)/f", with: [2]) }
        #expect(try Locations.bytes("\(folder.path)/f") == [1])
    }

    @Test(
        "where the disk is full, half a new file does not stay")
    func fullDisk() throws {
        // A limit on the size of files in a process of its own stands for the disk.
        try folder.write([UInt8](repeating: 7, count: 100), to: "token.txt")
        let result = try TokenBridge.bash(
            #"ulimit -f 0; trap '' XFSZ; "$0" config init bridge.json"#, in: folder)
        #expect(result.status != 0)
        #expect(try folder.contents() == ["token.txt"])
    }

    @Test("a folder that is not there is told by the path, and nothing is made")
    func noFolder() throws {
        #expect {
            try PrivateFile.replace("\(folder.path)/none/f", with: [1])
        } throws: { error in
            (error as? CustomTokenError)?.reason.contains("none/f") == true
        }
        #expect(try folder.contents().isEmpty)
    }
}
