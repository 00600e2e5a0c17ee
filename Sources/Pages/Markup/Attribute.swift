/// An attribute of an element; its value is escaped where it is written.
///
/// Attributes that take an address want a checked one, so that no `javascript:` can come in; those that hold a script or a style do not
/// exist.
struct Attribute: Sendable, Equatable {
    /// The attributes that any text may be the value of.
    enum Name: String, Sendable, CaseIterable {
        case autocapitalize, autocomplete, charset, `class`, content, d, dir, id, inputmode, lang, maxlength, method
        case name, placeholder, rel, role, spellcheck, type, value, viewBox
        case `for`
        case ariaDescribedBy = "aria-describedby"
        case ariaHidden = "aria-hidden"
        case ariaInvalid = "aria-invalid"
        case enterKeyHint = "enterkeyhint"
    }

    /// Its name.
    let name: String
    /// Its value; nil where being there is all that it says.
    let value: String?

    private init(_ name: String, value: String?) {
        self.name = name
        self.value = value
    }

    /// An attribute with a text.
    init(_ name: Name, _ value: String) {
        self.init(name.rawValue, value: value)
    }

    /// The field that has the keyboard from the beginning.
    static let autofocus = Attribute("autofocus", value: nil)

    /// A field that may not be left empty.
    static let required = Attribute("required", value: nil)

    /// Where a form is sent to.
    static func action(_ path: PagePath) -> Attribute {
        Attribute("action", value: path.text)
    }

    /// Where a link within the service leads.
    static func href(_ path: PagePath) -> Attribute {
        Attribute("href", value: path.text)
    }

    /// Where a link out of the service leads.
    static func href(_ address: OnwardAddress) -> Attribute {
        Attribute("href", value: address.text)
    }

    /// What makes the browser go on to an address by itself.
    static func refresh(_ address: OnwardAddress) -> [Attribute] {
        [Attribute("http-equiv", value: "refresh"), Attribute("content", value: "0; url=\(address.text)")]
    }
}
