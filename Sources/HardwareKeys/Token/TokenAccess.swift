import CPKCS11
import StrictJSON
import Threads

/// The way to a key: its URI, the module and the PIN, for any number of threads.
struct TokenAccess: Sendable {
    let uri: PKCS11URI
    let module: PKCS11Module
    let pin: TokenPIN?
    /// Why the PIN was refused, once it was: another try may lock the token.
    private let refusal = Locked<HardwareKeyError?>(nil)

    init(uri: PKCS11URI, module: PKCS11Module, pin: TokenPIN?) {
        self.uri = uri
        self.module = module
        self.pin = pin
    }

    /// Opens a session with the token, logged in.
    func session() throws(HardwareKeyError) -> (session: PKCS11Session, token: PKCS11TokenInfo) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        // Another part of the process may have stopped the module.
        try module.start()
        let token = try token()
        try check(token)
        return try PKCS11Fault.told { () throws(PKCS11Fault) in
            let session = try module.session(slot: token.slot)
            if token.needsLogin { try login(session, CKU_USER, token) }
            return (session, token)
        }
    }

    /// Logs in; a refusal of the PIN is remembered.
    func login(_ session: PKCS11Session, _ user: UInt, _ token: PKCS11TokenInfo) throws(PKCS11Fault) {
        do throws(PKCS11Fault) {
            try session.login(user, pin: token.hasOwnKeys ? nil : pin)
        } catch {
            if error.result.isRefusedPIN { refusal.withLock { $0 = error.error } }
            throw error
        }
    }

    /// The one token that the URI means.
    private func token() throws(HardwareKeyError) -> PKCS11TokenInfo {
        let tokens = try PKCS11Fault.told { () throws(PKCS11Fault) in try module.tokens() }
        let matching = tokens.filter { $0.matches(uri) }
        guard matching.count < 2 else {
            let serials = matching.map(\.serial.quotedExcerpt).joined(separator: ", ")
            throw HardwareKeyError(
                .tokenNotFound, "\(matching.count) tokens are as the URI says, with the serial numbers \(serials)",
                hint: "add serial=NUMBER to the URI")
        }
        guard let token = matching.first else {
            let labels = tokens.isEmpty ? "none at all" : tokens.map(\.label.quotedExcerpt).joined(separator: ", ")
            throw HardwareKeyError(
                .tokenNotFound, "no token is as the URI says; there is \(labels)",
                hint: "put the token in, or correct token= in the URI")
        }
        return token
    }

    private func check(_ token: PKCS11TokenInfo) throws(HardwareKeyError) {
        let name = token.label.quotedExcerpt
        guard token.needsLogin else { return }
        guard pin != nil || token.hasOwnKeys else {
            throw HardwareKeyError(
                .pinUnavailable, "the token \(name) asks for a PIN, and the URI does not say where it stands",
                hint: "add pin-source=file:/path/of/the/pin or pin-source=env:NAME to the URI")
        }
        guard !token.isLocked else {
            throw HardwareKeyError(
                .pinRefused, "the PIN of the token \(name) is locked", hint: "its security officer can set a new one")
        }
        guard !token.isBeforeFinalTry else {
            throw HardwareKeyError(
                .pinRefused, "one more wrong PIN would lock the token \(name), so none is tried",
                hint: "log in once by another program with the right PIN, such as pkcs11-tool --login --test")
        }
    }
}

extension PKCS11Fault {
    /// Runs calls, and tells their faults as errors.
    static func told<Answer>(
        _ body: () throws(PKCS11Fault) -> Answer
    ) throws(HardwareKeyError) -> Answer {
        do throws(PKCS11Fault) {
            return try body()
        } catch {
            throw error.error
        }
    }
}
