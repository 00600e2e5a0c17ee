import GoogleCloud
import HardwareKeys
import StrictJSON

extension ConfigurationReader {
    /// Where the signing keys are.
    func keys() -> KeysLocation {
        let standard = KeysLocation.folder(path: files.path("keys"))
        guard let node = root["keys"] else { return standard }
        guard node.string == nil else { return files.path(node, findings).map { .folder(path: $0) } ?? standard }
        let names = ["service_account", "iam", "pkcs11"].filter { node[$0] != nil }
        guard names.count == 1 else {
            findings.fault(
                node,
                names.isEmpty
                    ? "it does not say where the key is" : "only one place of the key can be named, not \(names.count)",
                hint: "name one of service_account, iam and pkcs11")
            return standard
        }
        let location: KeysLocation? =
            if let iam = node["iam"] {
                self.iam(iam)
            } else if let token = node["pkcs11"] {
                pkcs11(token)
            } else {
                files.path(node["service_account"], findings).map { .serviceAccount(path: $0) }
            }
        if node["service_account"] == nil, root["state_secret"] == nil {
            findings.fault(
                node, "the key is not at hand, so the secret that guards codes in the store cannot follow from it",
                hint: #"add "state_secret": {"file": "state.secret"} with at least 32 random bytes"#)
        }
        return location ?? standard
    }

    private func iam(_ node: ConfigurationNode) -> KeysLocation? {
        let account = node["account"].flatMap { written in
            written.string.flatMap { text in findings.value(written) { try AccountName(text) } }
        }
        let delegates = (node["delegates"]?.elements ?? []).compactMap { element in
            element.string.flatMap { text in findings.value(element) { try AccountName(text) } }
        }
        let method = node["method"]?.string.flatMap(IAMCredentials.Method.init(exactly:)) ?? .signJWT
        return .iam(
            IAMSettings(
                account: account, method: method, delegates: delegates,
                credentialsPath: node["credentials"].flatMap { files.path($0, findings) },
                google: node["google"].flatMap(sandbox)))
    }

    private func sandbox(_ node: ConfigurationNode) -> String? {
        guard let text = node.string else { return nil }
        return findings.value(node) {
            _ = try GoogleEndpoints(below: text)
            return text
        }
    }

    private func pkcs11(_ node: ConfigurationNode) -> KeysLocation? {
        guard let written = node["uri"], let text = written.string, let owner = node["account"],
            let email = owner.string
        else { return nil }
        let uri: PKCS11URI?
        do throws(HardwareKeyError) {
            uri = try PKCS11URI(text)
        } catch {
            findings.fault(written, error.reason, hint: error.hint)
            uri = nil
        }
        let account = findings.value(owner) { try AccountName(email) }
        guard let uri, let account else { return nil }
        return .pkcs11(
            PKCS11Settings(
                uri: uri, account: account, keyID: node["key_id"]?.string,
                sessions: node["sessions"]?.integer.map { Int($0) } ?? HardwareSigningKey.standardSessions))
    }
}
