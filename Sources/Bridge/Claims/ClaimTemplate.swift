import Providers
import StrictJSON

/// The template of one claim, at any depth.
indirect enum ClaimTemplate: Sendable {
    /// A value that never changes.
    case constant(JSONValue)
    /// What the provider says about the account.
    case variable(ClaimVariable)
    /// An array of templates; elements without a value are left out.
    case array([ClaimTemplate])
    /// An object of templates; members without a value are left out.
    case object([(name: String, value: ClaimTemplate)])

    /// Reads a template.
    ///
    /// - Parameters:
    ///   - json: The template.
    ///   - path: The way to it, for the reason.
    /// - Throws: `BridgeError` with code `claimTemplateInvalid`.
    init(_ json: JSONValue, path: String) throws(BridgeError) {
        switch json {
        case .string(let text) where text.utf8.starts(with: "$$".utf8):
            self = .constant(.string(String(text.dropFirst())))
        case .string(let text) where text.utf8.first == UInt8(ascii: "$"):
            guard let variable = ClaimVariable(exactly: text) else { throw Self.unknown(text, path) }
            self = .variable(variable)
        case .array(let elements):
            var templates: [ClaimTemplate] = []
            for (index, element) in elements.enumerated() {
                templates.append(try ClaimTemplate(element, path: "\(path)[\(index)]"))
            }
            self = .array(templates)
        case .object(let object):
            var templates: [(name: String, value: ClaimTemplate)] = []
            for member in object.members {
                templates.append((member.name, try ClaimTemplate(member.value, path: "\(path).\(member.name)")))
            }
            self = .object(templates)
        case .null, .bool, .integer, .decimal, .string: self = .constant(json)
        }
    }

    private static func unknown(_ text: String, _ path: String) -> BridgeError {
        let names = ClaimVariable.allCases.map(\.rawValue)
        let nearest = Spelling.nearest(to: text, among: names).map { ": did you mean \($0)?" }
        return BridgeError(
            .claimTemplateInvalid,
            "the claim \(path.quotedExcerpt) stands for \(text.quotedExcerpt), which is none of "
                + names.joined(separator: " ") + (nearest ?? "; a text that begins with $ is written with $$"))
    }

    /// The value for an account; nil where there is none.
    func value(_ profile: ProviderProfile, provider: String, issuer: String) -> JSONValue? {
        switch self {
        case .constant(let value): return value
        case .variable(let variable): return variable.value(profile, provider: provider, issuer: issuer)
        case .array(let templates):
            return .array(templates.compactMap { $0.value(profile, provider: provider, issuer: issuer) })
        case .object(let members):
            var object = JSONObject()
            for member in members {
                object[member.name] = member.value.value(profile, provider: provider, issuer: issuer)
            }
            return .object(object)
        }
    }
}
