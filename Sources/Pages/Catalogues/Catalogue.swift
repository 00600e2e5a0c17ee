/// All texts of the pages in one language.
///
/// Every text is a member without a default: a language that lacks one does not compile.
struct Catalogue: Sendable {
    /// The page that asks for a code.
    struct CodeEntry: Sendable {
        let heading, introduction, label, hint, proceed: String
        let invalid, expired, locked: String

        /// What is wrong with a code.
        func message(_ fault: CodeEntryPage.Fault) -> String {
            switch fault {
            case .invalid: invalid
            case .expired: expired
            case .locked: locked
            }
        }
    }

    /// The page that asks whether a code is on the person's device.
    struct Confirmation: Sendable {
        let heading, introduction, application, requested, network: String
        let sameNetwork, otherNetwork: Template
        let caution, approve, reject: String
    }

    /// The page with the providers.
    struct ProviderChoice: Sendable {
        let heading: String
        let introduction, proceed: Template
    }

    /// The page on the way to a provider.
    struct Onward: Sendable {
        let heading, explanation: String
        let proceed: Template
    }

    /// The pages that end something.
    struct Outcomes: Sendable {
        let signedIn, signedInExplanation, rejected, rejectedExplanation: String
        let expired, expiredExplanation, enterAnother: String
        let tooMany, tooManyExplanation: String
    }

    /// Names of details, and what to do next.
    struct ProblemLabels: Sendable {
        let code, requestID, startAgain: String
    }

    /// The beginning of a title that tells of an error.
    let errorTitle: Template
    let time: TimeTexts
    let codeEntry: CodeEntry
    let confirmation: Confirmation
    let providerChoice: ProviderChoice
    let onward: Onward
    let outcomes: Outcomes
    let problemLabels: ProblemLabels
    let problems: ProblemTexts

    /// The texts of a language.
    static func of(_ language: Language) -> Catalogue {
        switch language {
        case .english: english
        case .spanish: spanish
        case .french: french
        case .german: german
        case .japanese: japanese
        }
    }
}
