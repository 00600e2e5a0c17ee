extension Catalogue {
    /// The texts in English.
    static let english = Catalogue(
        errorTitle: "Error: {}",
        time: TimeTexts(
            justNow: "less than a minute ago", oneMinuteAgo: "1 minute ago", minutesAgo: "{} minutes ago",
            longAgo: "more than an hour ago", tryAgainLater: "Please try again later.",
            tryAgainInOneMinute: "Please try again in one minute.",
            tryAgainInMinutes: "Please try again in {} minutes."),
        codeEntry: CodeEntry(
            heading: "Enter your code", introduction: "Your device or app shows a code. Enter it here to sign in.",
            label: "Code", hint: "Eight letters; the hyphen may be left out.", proceed: "Continue",
            invalid: "This code is not valid. Compare it with the code on your device.",
            expired: "This code has expired. Get a new one on your device.",
            locked: "This code was entered wrongly too often. Get a new one on your device."),
        confirmation: Confirmation(
            heading: "Is this code on your device?",
            introduction: "Compare it with the code that your device or app shows.",
            application: "App", requested: "Requested", network: "Network",
            sameNetwork: "{} (the network you are on now)", otherNetwork: "{} (not the network you are on now)",
            caution:
                "Continue only if you started this sign-in yourself. If somebody sent you the code or a link, reject it.",
            approve: "Yes, continue", reject: "No, reject"),
        providerChoice: ProviderChoice(
            heading: "Choose how to sign in", introduction: "{} asks you to sign in with one of your accounts.",
            proceed: "Continue with {}"),
        onward: Onward(
            heading: "One moment, please", explanation: "You are being taken to the sign-in page of your provider.",
            proceed: "Continue to {}"),
        outcomes: Outcomes(
            signedIn: "You are signed\u{A0}in on your device", signedInExplanation: "You may close this page.",
            rejected: "Sign-in rejected",
            rejectedExplanation: "The device was not signed in. You may close this page.",
            expired: "This code has expired",
            expiredExplanation: "Codes are valid for a short time only. Start again on your device to get a new one.",
            enterAnother: "Enter a new code",
            tooMany: "Too many attempts",
            tooManyExplanation: "To keep accounts safe, no more codes are accepted from you for now."),
        problemLabels: ProblemLabels(code: "Error code", requestID: "Request ID", startAgain: "Start again"),
        problems: ProblemTexts(
            denied: .init(
                "Sign-in was declined", "You or your provider declined the sign-in, so nothing was signed in.",
                cure: "If you did not mean to, start again on your device or in your app."),
            signInLost: .init(
                "This sign-in cannot be continued",
                "It is already finished, took too long, or was started in another browser.",
                cure: "Start again, and stay in one browser until you are done."),
            codeInvalid: .init(
                "This code is not valid", "It is mistyped or was used before.",
                cure: "Compare it with the code on your device, or get a new one there."),
            codeExpired: .init(
                "This code has expired", "Codes are valid for a short time only.",
                cure: "Start again on your device to get a new one."),
            tooManyAttempts: .init(
                "Too many attempts", "To keep accounts safe, no more attempts are accepted from you for now.",
                cure: "Wait a few minutes, then try again."),
            providerUnavailable: .init(
                "Your provider cannot be reached", "The provider that you chose does not answer at the moment.",
                cure: "Try again in a few minutes."),
            providerFailed: .init(
                "Your provider’s answer cannot be used",
                "The provider that you chose sent an answer that contains errors.",
                cure: "Try again. If it happens again, send the details below to the operator of this service."),
            notSetUp: .init(
                "This service is not set up correctly", "There is nothing that you did wrong.",
                cure: "Send the details below to the operator of this service, who can put it right."),
            notForThisService: .init(
                "This sign-in is not meant for this service",
                "Your provider’s confirmation was issued for another app, or does not say for which one.",
                cure:
                    "Start again on your device or in your app. If it happens again, tell the operator of this service."
            ),
            notConfirmed: .init(
                "Your sign-in could not be confirmed", "What your provider sent could not be verified.",
                cure: "Start again on your device or in your app."),
            usedUp: .init(
                "This sign-in is no longer valid", "Your provider’s confirmation is too old or was used before.",
                cure: "Start again on your device or in your app."),
            serviceUnavailable: .init(
                "This service is not available", "A part of it cannot be reached at the moment.",
                cure: "Try again in a few minutes."),
            requestWrong: .init(
                "The app’s request is not valid", "Your device or app sent a request that cannot be accepted.",
                cure: "Start again there. If it happens again, tell the maker of the app."),
            notAllowed: .init(
                "This app is not allowed to do this", "It is not registered for this kind of sign-in.",
                cure: "Choose another way to sign in, or ask the operator of this service."),
            accountUnusable: .init(
                "This account cannot be used here", "Its details do not fit what this service can take.",
                cure: "Sign in with another account, or ask the operator of this service."),
            unexpected: .init(
                "Something went wrong", "The sign-in could not be completed. There is nothing that you did wrong.",
                cure: "Start again. If it happens again, send the details below to the operator of this service.")))
}
