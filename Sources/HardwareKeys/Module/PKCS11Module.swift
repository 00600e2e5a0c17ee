import CPKCS11
import StrictJSON

/// A library that speaks with tokens (PKCS#11, version 2.40), loaded and started.
///
/// It is never stopped: other parts of the process may use it too.
@safe final class PKCS11Module: Sendable {
    /// The table of its functions.
    ///
    /// Unchecked: the table never changes, and the module locks what it has to, by the system's locks.
    nonisolated(unsafe) private let table: UnsafeMutableRawPointer
    private let path: String

    /// Loads a module.
    ///
    /// - Parameter path: The file.
    /// - Throws: `HardwareKeyError` with code `moduleUnusable`.
    init(path: String) throws(HardwareKeyError) {
        var message: UnsafePointer<CChar>?
        guard let table = unsafe bridge_pkcs11_load(path, &message) else {
            let words = unsafe message.map { unsafe String(cString: $0).quotedExcerpt } ?? "it is no module of PKCS#11"
            throw HardwareKeyError(
                .moduleUnusable, "the module \(path.quotedExcerpt) cannot be loaded: \(words)",
                hint: "install it, or correct module-path in the URI of the key")
        }
        unsafe self.table = unsafe table
        self.path = path
        try start()
    }

    /// Starts the module; one that runs already is as good.
    func start() throws(HardwareKeyError) {
        let result = unsafe PKCS11Result(bridge_pkcs11_initialize(table))
        guard result.isSuccess || result.code == CKR_CRYPTOKI_ALREADY_INITIALIZED else {
            throw HardwareKeyError(
                .moduleUnusable, "the module \(path.quotedExcerpt) does not start: \(result.words)",
                hint: "check its own configuration, such as SOFTHSM2_CONF")
        }
    }

    /// The tokens that are there now.
    func tokens() throws(PKCS11Fault) -> [PKCS11TokenInfo] {
        var tokens: [PKCS11TokenInfo] = []
        for slot in try slots() {
            var info = PKCS11TokenInfo(slot: slot)
            var result = PKCS11Result(CKR_OK)
            unsafe info.withBuffers { label, manufacturer, model, serial, flags in
                unsafe result = PKCS11Result(
                    bridge_pkcs11_token(table, slot, label, manufacturer, model, serial, flags))
            }
            // One that was taken out meanwhile, or is broken, must not hide the others.
            if result.isSuccess { tokens.append(info) }
        }
        return tokens
    }

    private func slots() throws(PKCS11Fault) -> [UInt] {
        // A token may arrive between the two calls.
        for _ in 0..<3 {
            var count: UInt = 0
            try check(unsafe bridge_pkcs11_slots(table, nil, &count), "list its slots")
            guard count > 0 else { return [] }
            var slots = [UInt](repeating: 0, count: Int(count))
            let result = unsafe PKCS11Result(bridge_pkcs11_slots(table, &slots, &count))
            if result.code == CKR_BUFFER_TOO_SMALL { continue }
            try check(result.code, "list its slots")
            return Array(slots.prefix(Int(count)))
        }
        throw PKCS11Fault(PKCS11Result(CKR_BUFFER_TOO_SMALL), "list its slots")
    }

    /// Whether the token in a slot can sign by a mechanism.
    func canSign(slot: UInt, mechanism: UInt) -> Bool {
        unsafe bridge_pkcs11_can_sign(table, slot, mechanism) == 1
    }

    /// Opens a session, which sees the token's objects and changes none.
    func session(slot: UInt) throws(PKCS11Fault) -> PKCS11Session {
        var handle: UInt = 0
        try check(unsafe bridge_pkcs11_open(table, slot, &handle), "open a session")
        return PKCS11Session(takingOwnershipOf: handle, of: self)
    }

    /// Calls a function of the module.
    func call(_ action: String, _ body: (UnsafeMutableRawPointer) -> UInt) throws(PKCS11Fault) {
        try check(unsafe body(table), action)
    }

    private func check(_ code: UInt, _ action: String) throws(PKCS11Fault) {
        let result = PKCS11Result(code)
        guard result.isSuccess else { throw PKCS11Fault(result, action) }
    }
}
