/// Lets a person choose the provider to sign in with.
public struct ProviderChoicePage: Page {
    /// A provider that may be chosen.
    public struct Choice: Sendable {
        let id: String
        let displayName: String

        /// Makes a choice.
        ///
        /// - Parameters:
        ///   - id: What is sent in the field `provider`.
        ///   - displayName: What the person reads.
        public init(id: String, displayName: String) {
            self.id = id
            self.displayName = displayName
        }
    }

    let form: PageForm
    let clientName: String
    let choices: [Choice]
    let formTargets: [FormTarget]

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - form: Where the choice is sent, in the field `provider`.
    ///   - clientName: The name of the client that the person signs in to.
    ///   - choices: The providers in their order.
    ///   - formTargets: Where the answer to the form may redirect to.
    public init(form: PageForm, clientName: String, choices: [Choice], formTargets: [FormTarget] = []) {
        self.form = form
        self.clientName = clientName
        self.choices = choices
        self.formTargets = formTargets
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let texts = Catalogue.of(context.language).providerChoice
        let buttons = choices.map { choice in
            Parts.button(
                .element(.span, [], texts.proceed.filled(.name(choice.displayName))), style: .choice,
                sends: (.provider, choice.id))
        }
        return PageLayout(heading: texts.heading, formTargets: formTargets).response(
            in: context, .element(.p, [], texts.introduction.filled(.name(clientName))), form.element(.group(buttons)))
    }
}
