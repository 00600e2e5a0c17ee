import CPKCS11
import StrictJSON

/// What a token says of itself.
struct PKCS11TokenInfo: Sendable {
    let slot: UInt
    private var labelBytes = [UInt8](repeating: 0x20, count: Int(BRIDGE_PKCS11_LABEL_BYTES))
    private var manufacturerBytes = [UInt8](repeating: 0x20, count: Int(BRIDGE_PKCS11_MANUFACTURER_BYTES))
    private var modelBytes = [UInt8](repeating: 0x20, count: Int(BRIDGE_PKCS11_MODEL_BYTES))
    private var serialBytes = [UInt8](repeating: 0x20, count: Int(BRIDGE_PKCS11_SERIAL_BYTES))
    private var flags: UInt = 0

    init(slot: UInt) {
        self.slot = slot
    }

    /// Lets a call fill in the texts and flags.
    mutating func withBuffers(
        _ body: (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>,
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>
        ) -> Void
    ) {
        unsafe body(&labelBytes, &manufacturerBytes, &modelBytes, &serialBytes, &flags)
    }

    var label: String { Self.text(labelBytes) }
    var manufacturer: String { Self.text(manufacturerBytes) }
    var model: String { Self.text(modelBytes) }
    var serial: String { Self.text(serialBytes) }

    var needsLogin: Bool { flags & CKF_LOGIN_REQUIRED != 0 }
    /// Whether the PIN is typed at the token itself.
    var hasOwnKeys: Bool { flags & CKF_PROTECTED_AUTHENTICATION_PATH != 0 }
    var isLocked: Bool { flags & CKF_USER_PIN_LOCKED != 0 }
    /// Whether one more wrong PIN locks the token.
    var isBeforeFinalTry: Bool { flags & CKF_USER_PIN_FINAL_TRY != 0 }

    /// Whether it is the token that a URI means.
    func matches(_ uri: PKCS11URI) -> Bool {
        let pairs = [
            (uri.tokenLabel, label), (uri.manufacturer, manufacturer), (uri.model, model), (uri.serial, serial),
        ]
        let isSlot = uri.slot.map { $0 == slot } ?? true
        return isSlot && pairs.allSatisfy { wanted, actual in wanted.map { $0.hasSameBytes(as: actual) } ?? true }
    }

    /// Without the blanks that fill it up.
    private static func text(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0 }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
