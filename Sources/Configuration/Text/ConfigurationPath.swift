import StrictJSON

/// The way from the top of a configuration to one of its values.
struct ConfigurationPath: Sendable {
    enum Step: Sendable {
        case member(String)
        case element(Int)
    }

    static let root = ConfigurationPath(steps: [])

    let steps: [Step]

    func member(_ name: String) -> ConfigurationPath {
        ConfigurationPath(steps: steps + [.member(name)])
    }

    func element(_ index: Int) -> ConfigurationPath {
        ConfigurationPath(steps: steps + [.element(index)])
    }

    /// The names of the members on the way.
    var names: [String] {
        steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
    }
}

extension ConfigurationPath: CustomStringConvertible {
    /// The path as people write it, such as `clients.tv.grants[0]`.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .member(let name) where Self.isPlain(name): text += text.isEmpty ? name : ".\(name)"
            case .member(let name): text += "[\(name.quotedExcerpt)]"
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }

    private static func isPlain(_ name: String) -> Bool {
        1...64 ~= name.utf8.count
            && name.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "_-$".utf8.contains($0)
            }
    }
}
