/// A path of this service that a form is sent to or a link leads to.
public struct PagePath: Sendable, Equatable {
    /// The path as it is written into the page.
    public let text: String

    /// Takes a path; nil where the text is none.
    ///
    /// - Parameter text: It begins with one slash, and is at most 2048 bytes of what may stand in a path and a query (RFC 3986, sections
    ///   3.3 and 3.4); `//host` and `/\host` are other servers to a browser.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2048, bytes.allSatisfy(AddressBytes.isAllowed),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/")
        else { return nil }
        self.text = text
    }
}
