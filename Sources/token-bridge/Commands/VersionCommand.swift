import CustomTokenBridge
import StrictJSON

/// `token-bridge version`.
enum VersionCommand: Sendable {
    static let specification = CommandSpecification(
        name: "version", summary: "Print the version.", synopsis: "", details: "", operands: ([], 0), options: [],
        run: { arguments, console in
            let version = CustomTokenBridge.version
            let openSSL = LibraryVersions.openSSL
            switch arguments.output {
            case .text: try console.print("token-bridge \(version) (\(openSSL))")
            case .json:
                let object = JSONObject(["version": .string(version), "openssl": .string(openSSL)])
                try console.print(JSONValue.object(object).compactText)
            }
            return .success
        })
}
