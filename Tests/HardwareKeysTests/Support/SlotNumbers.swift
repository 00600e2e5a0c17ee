@testable import HardwareKeys

/// The slots of the module that this process has loaded.
enum SlotNumbers: Sendable {
    /// All with a token.
    static func all() throws -> [UInt] {
        try PKCS11Module(path: SoftHSM.module).tokens().map(\.slot)
    }
}
