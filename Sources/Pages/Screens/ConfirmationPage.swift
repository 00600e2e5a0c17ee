/// Asks whether the code is on the person's own device (RFC 8628, sections 3.3.1 and 5.4).
///
/// It is shown before anything is approved, however the code arrived: whoever sends a link to somebody else must not get further.
public struct ConfirmationPage: Page {
    /// Where the device's request came from.
    public enum Origin: Sendable {
        /// From the network that the person is in now, as text.
        case sameNetwork(String)
        /// From another network, as text.
        case otherNetwork(String)
        /// Not known.
        case unknown
    }

    let form: PageForm
    let userCode: String
    let clientName: String
    let age: Int64
    let origin: Origin
    let formTargets: [FormTarget]

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - form: Where the decision is sent, in the field `decision`; what names the code goes into its hidden fields.
    ///   - userCode: The code, as devices show it.
    ///   - clientName: The name of the client that asked.
    ///   - age: The seconds since it asked.
    ///   - origin: Where it asked from.
    ///   - formTargets: Where the answer to the form may redirect to.
    public init(
        form: PageForm, userCode: String, clientName: String, age: Int64, origin: Origin, formTargets: [FormTarget] = []
    ) {
        self.form = form
        self.userCode = userCode
        self.clientName = clientName
        self.age = age
        self.origin = origin
        self.formTargets = formTargets
    }

    /// The page as it is sent.
    public func response(in context: PageContext) -> PageResponse {
        let catalogue = Catalogue.of(context.language)
        let texts = catalogue.confirmation
        var rows = [
            (name: texts.application, value: HTML.name(clientName)),
            (name: texts.requested, value: catalogue.time.ago(age)),
        ]
        switch origin {
        case .sameNetwork(let network):
            rows.append((name: texts.network, value: texts.sameNetwork.filled(.name(network))))
        case .otherNetwork(let network):
            rows.append((name: texts.network, value: texts.otherNetwork.filled(.name(network))))
        case .unknown: break
        }
        return PageLayout(heading: texts.heading, formTargets: formTargets).response(
            in: context, Parts.paragraph(texts.introduction),
            .element(.p, [Attribute(.class, "code")], .name(userCode)),
            Parts.details(rows),
            .element(.p, [Attribute(.class, "caution")], .text(texts.caution)),
            form.element(
                Parts.button(.text(texts.approve), sends: (.decision, Decision.approve.rawValue)),
                Parts.button(.text(texts.reject), style: .other, sends: (.decision, Decision.deny.rawValue))))
    }
}
