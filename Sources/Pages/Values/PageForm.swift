/// Where a form of a page is sent, with what a person does not see.
///
/// Every form is sent by POST and carries its token: no page has a form without one.
public struct PageForm: Sendable {
    /// A field that a person does not see.
    public struct HiddenField: Sendable {
        let name: String
        let value: String

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - value: Its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    let action: PagePath
    let token: FormToken
    let hidden: [HiddenField]

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - action: Where it is sent.
    ///   - token: What proves that it comes from this page.
    ///   - hidden: What else it carries.
    public init(action: PagePath, token: FormToken, hidden: [HiddenField] = []) {
        self.action = action
        self.token = token
        self.hidden = hidden
    }

    /// The form as an element.
    func element(_ content: HTML...) -> HTML {
        .element(
            .form, [Attribute(.method, "post"), .action(action)],
            hiddenInput(FormField.token.rawValue, token.text),
            .group(hidden.map { hiddenInput($0.name, $0.value) }),
            .group(content))
    }

    private func hiddenInput(_ name: String, _ value: String) -> HTML {
        .void(.input, [Attribute(.type, "hidden"), Attribute(.name, name), Attribute(.value, value)])
    }
}
