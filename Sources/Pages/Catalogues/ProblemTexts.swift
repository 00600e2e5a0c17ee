/// The words of one language for what can go wrong.
struct ProblemTexts: Sendable {
    /// The words for one problem.
    struct Words: Sendable {
        let heading, explanation, cure: String

        init(_ heading: String, _ explanation: String, cure: String) {
            self.heading = heading
            self.explanation = explanation
            self.cure = cure
        }
    }

    let denied, signInLost, codeInvalid, codeExpired, tooManyAttempts, providerUnavailable, providerFailed: Words
    let notSetUp, notForThisService, notConfirmed, usedUp, serviceUnavailable, requestWrong, notAllowed: Words
    let accountUnusable, unexpected: Words

    /// The words for a problem.
    func texts(_ problem: PageProblem) -> Words {
        switch problem {
        case .denied: denied
        case .signInLost: signInLost
        case .codeInvalid: codeInvalid
        case .codeExpired: codeExpired
        case .tooManyAttempts: tooManyAttempts
        case .providerUnavailable: providerUnavailable
        case .providerFailed: providerFailed
        case .notSetUp: notSetUp
        case .notForThisService: notForThisService
        case .notConfirmed: notConfirmed
        case .usedUp: usedUp
        case .serviceUnavailable: serviceUnavailable
        case .requestWrong: requestWrong
        case .notAllowed: notAllowed
        case .accountUnusable: accountUnusable
        case .unexpected: unexpected
        }
    }
}
