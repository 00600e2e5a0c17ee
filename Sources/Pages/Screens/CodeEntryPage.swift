/// Asks for the code that a device shows (RFC 8628, section 3.3).
public struct CodeEntryPage: Page {
    /// What was wrong with the code that was sent.
    public enum Fault: Sendable, CaseIterable {
        /// It is unknown or was used.
        case invalid
        /// Its time is over.
        case expired
        /// It was tried too often.
        case locked
    }

    let form: PageForm
    let userCode: String?
    let fault: Fault?

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - form: Where the code is sent, in the field `user_code`.
    ///   - userCode: What stands in the field already: the code of the complete URI, or what was sent before.
    ///   - fault: What was wrong with the code that was sent.
    public init(form: PageForm, userCode: String? = nil, fault: Fault? = nil) {
        self.form = form
        self.userCode = userCode
        self.fault = fault
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let catalogue = Catalogue.of(context.language)
        let texts = catalogue.codeEntry
        let message: HTML =
            fault.map { fault in
                .element(.p, [Attribute(.class, "error"), Attribute(.id, "error")], .text(texts.message(fault)))
            } ?? .empty
        return PageLayout(
            heading: texts.heading, status: fault == nil ? 200 : 400,
            titlePrefix: fault == nil ? nil : catalogue.errorTitle
        ).response(
            in: context, Parts.paragraph(texts.introduction),
            form.element(
                .element(.label, [Attribute(.for, "code")], .text(texts.label)),
                .element(.p, [Attribute(.class, "hint"), Attribute(.id, "hint")], .text(texts.hint)),
                .void(.input, inputAttributes), message,
                Parts.button(.text(texts.proceed))))
    }

    private var inputAttributes: [Attribute] {
        let shown = userCode?.visible(limit: 32) ?? ""
        var attributes = [
            Attribute(.id, "code"), Attribute(.name, FormField.userCode.rawValue), Attribute(.type, "text"),
            Attribute(.inputmode, "text"), Attribute(.autocomplete, "off"), Attribute(.autocapitalize, "characters"),
            Attribute(.spellcheck, "false"), Attribute(.enterKeyHint, "go"), Attribute(.maxlength, "40"),
            // The form in which devices show codes (RFC 8628, section 6.1): two groups of four letters.
            Attribute(.placeholder, "____-____"), Attribute(.dir, "ltr"), .required,
            Attribute(.ariaDescribedBy, fault == nil ? "hint" : "error hint"),
        ]
        if !shown.isEmpty { attributes.append(Attribute(.value, shown)) }
        if fault != nil { attributes.append(Attribute(.ariaInvalid, "true")) }
        // With a code that only needs to be sent, the keyboard of a phone would be in the way.
        if shown.isEmpty || fault != nil { attributes.append(.autofocus) }
        return attributes
    }
}
