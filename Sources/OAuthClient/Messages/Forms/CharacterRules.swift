extension String {
    /// Whether the text is one or more of the characters that RFC 6749, appendix A, calls VSCHAR: printable ASCII.
    var isVisibleText: Bool {
        !isEmpty && utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }

    /// Whether the text is fit to stand in a header after `Bearer`: visible and without blanks.
    var isHeaderToken: Bool {
        !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Whether the text is one or more unreserved characters of RFC 3986, section 2.3.
    var isUnreservedText: Bool {
        !isEmpty && utf8.allSatisfy(FormURLEncoding.isUnreserved)
    }
}
