import Foundation
import Glibc
import TestSupport

/// A software token in a folder of its own, filled by SoftHSM's and OpenSC's own tools.
struct SoftHSM: Sendable {
    static let module = "/usr/lib/softhsm/libsofthsm2.so"
    /// Long enough that it stands nowhere by chance.
    static let pin = "7391-canary-5602"

    /// Whether the tools are there.
    static let isInstalled = ["/usr/bin/softhsm2-util", "/usr/bin/pkcs11-tool", module].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }

    let folder: ScratchFolder
    let configuration: String

    /// Makes a token labelled `bridge`.
    init() throws {
        folder = try ScratchFolder()
        configuration = "\(folder.path)/softhsm2.conf"
        let text = """
            directories.tokendir = \(folder.path)/tokens
            objectstore.backend = file
            log.level = ERROR
            slots.removable = false

            """
        try folder.write([UInt8](text.utf8), to: "softhsm2.conf")
        try folder.write([], to: "tokens/.keep")
        try folder.write([UInt8]("\(Self.pin)\n".utf8), to: "pin")
        try folder.write([UInt8]("0000-canary-wrong\n".utf8), to: "wrong-pin")
        try makeToken("bridge")
    }

    /// Makes another token.
    func makeToken(_ label: String) throws {
        try run(
            "/usr/bin/softhsm2-util", "--init-token", "--free", "--label", label, "--pin", Self.pin, "--so-pin",
            "12345678")
    }

    /// Imports a key file of the fixtures.
    func importKey(_ name: String, label: String, identifier: String) throws {
        try run(
            "/usr/bin/softhsm2-util", "--import", "\(Locations.repository)/Tests/Fixtures/Keys/\(name)", "--token",
            "bridge", "--label", label, "--id", identifier, "--pin", Self.pin)
    }

    /// Has the token make a key pair.
    func makeKey(_ type: String, label: String, identifier: String) throws {
        try tool("--keypairgen", "--key-type", type, "--label", label, "--id", identifier)
    }

    /// Runs OpenSC's tool, logged in.
    func tool(_ arguments: String...) throws {
        try run(
            "/usr/bin/pkcs11-tool",
            ["--module", Self.module, "--token-label", "bridge", "--login", "--pin", Self.pin] + arguments)
    }

    private func run(_ program: String, _ arguments: String...) throws {
        try run(program, arguments)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let ended = try Subprocess.run(
            program, arguments, environment: ["SOFTHSM2_CONF": configuration, "PATH": "/usr/bin:/bin"])
        guard ended.status == 0 else { throw ToolFailure(words: ended.errors + ended.text) }
    }

    struct ToolFailure: Error {
        let words: String
    }

    /// The URI of a key of this token.
    func uri(object: String = "signer", token: String = "bridge", pin: String = "pin", more: String = "") -> String {
        Self.uri(folder.path, object: object, token: token, pin: pin, more: more)
    }

    /// The URI of a key of the token in a folder.
    static func uri(
        _ folder: String, object: String = "signer", token: String = "bridge", pin: String = "pin", more: String = ""
    ) -> String {
        "pkcs11:token=\(token);object=\(object)\(more)?module-path=\(module)&pin-source=file:\(folder)/\(pin)"
    }

    /// Points SoftHSM of this process to a folder; only in a child that has just begun.
    static func use(_ folder: String) {
        unsafe setenv("SOFTHSM2_CONF", "\(folder)/softhsm2.conf", 1)
    }

    /// Calls a function of the module that this process has loaded, which takes one number.
    static func call(_ name: String, _ argument: UInt) -> UInt? {
        guard let library = unsafe dlopen(module, RTLD_NOW), let symbol = unsafe dlsym(library, name) else {
            return nil
        }
        let function = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt) -> UInt).self)
        return function(argument)
    }
}
