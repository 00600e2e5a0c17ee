import Providers
import StrictJSON

/// The list of presets.
struct ProviderList: CommandResult {
    let presets: [ProviderPreset]

    var text: String {
        let rows = presets.map { preset in
            [preset.id, preset.displayName, Self.credentials(preset), preset.audienceProof]
        }
        let header = ["ID", "NAME", "ACCEPTS", "HOW AN ACCESS TOKEN'S CLIENT IS PROVEN"]
        return TextTable(rows: [header] + rows).text
    }

    var json: JSONValue {
        .array(
            presets.map { preset in
                .object(
                    JSONObject([
                        "id": .string(preset.id), "name": .string(preset.displayName),
                        "protocol": .string(preset.protocol.rawValue), "supported": .bool(preset.support == .supported),
                        "accepts": .array(preset.acceptedCredentials.map { .string($0.rawValue) }),
                        "access_token_check": .string(preset.accessTokenCheck.method.rawValue),
                    ]))
            })
    }

    private static func credentials(_ preset: ProviderPreset) -> String {
        preset.support == .supported
            ? preset.acceptedCredentials.map(\.rawValue).joined(separator: " ") : "not supported"
    }
}

extension ProviderPreset {
    /// How the client of an access token is proven, in words.
    var audienceProof: String {
        let check = accessTokenCheck
        switch check.method {
        case .none: return "not at all: refused"
        case .providerCheck, .introspection, .introspectionLike, .userinfoNamesClient, .localJWT, .unconfirmed:
            let members = check.requirements.filter(\.namesClient).flatMap(\.paths).map(\.description)
            let what = members.isEmpty ? "configured members" : members.joined(separator: ", ")
            return check.activation == .byDefault && check.method.isProof
                ? "\(check.method.rawValue): \(what)" : "\(check.method.rawValue): \(what); off by default"
        }
    }
}
