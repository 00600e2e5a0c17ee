/// What proves that a form was sent from a page of ours to this very browser.
///
/// It is made and checked by the caller, and prints redacted.
public struct FormToken: Sendable {
    let text: String

    /// Takes a token.
    public init(_ text: String) {
        self.text = text
    }
}

extension FormToken: CustomStringConvertible, CustomReflectable {
    /// Nothing of the token.
    public var description: String { "(redacted)" }
    /// Nothing of the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
