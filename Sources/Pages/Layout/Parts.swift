/// What several pages are made of.
enum Parts: Sendable {
    /// A paragraph.
    static func paragraph(_ text: String) -> HTML {
        .element(.p, [], .text(text))
    }

    /// A button that sends a form.
    static func button(_ label: HTML, style: ButtonStyle = .main, sends value: (FormField, String)? = nil) -> HTML {
        var attributes = [Attribute(.class, style.rawValue), Attribute(.type, "submit")]
        if let value { attributes += [Attribute(.name, value.0.rawValue), Attribute(.value, value.1)] }
        return .element(.button, attributes, label)
    }

    /// A link that looks like a button.
    static func link(_ label: HTML, to address: Attribute, style: ButtonStyle = .main) -> HTML {
        .element(.p, [], .element(.a, [Attribute(.class, style.rawValue), address], label))
    }

    /// A list of names and values.
    static func details(_ rows: [(name: String, value: HTML)], style: [Attribute] = []) -> HTML {
        let rows = rows.map { HTML.element(.div, [], .element(.dt, [], .text($0.name)), .element(.dd, [], $0.value)) }
        return .element(.dl, style, .group(rows))
    }

    /// How buttons look.
    enum ButtonStyle: String, Sendable {
        /// What most people want next.
        case main
        /// What some people want.
        case other
        /// One of several things, none of them likelier.
        case choice
    }
}
