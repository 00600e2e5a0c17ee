import Pages

/// The pages for people.
extension DescriptionContext {
    private static let visitor: DescriptionNode = [
        .reference("parameters", "AcceptLanguage"), .reference("parameters", "BrowserCookie"),
    ]
    private static let token: DescriptionNode = [
        "type": "string", "description": "Binds the form to the browser that it was shown to.",
    ]

    var deviceGet: DescriptionNode {
        page(
            "showCodeEntry", "Shows the page where a person enters a user code.",
            [("200", DescribedAnswers.page("The page with the form."))], body: .none
        ).adding([
            "parameters": Self.visitor.appending([.reference("parameters", "EnteredUserCode")])
        ])
    }

    var devicePost: DescriptionNode {
        page(
            "decideDeviceSignIn", "Takes a step of the verification: the code, the decision, the provider.",
            [
                ("200", DescribedAnswers.page("The next page, or the form again where the code is no good.")),
                ("303", DescribedAnswers.redirect("The person said no.")),
            ], body: .some
        ).adding([
            "parameters": Self.visitor,
            "requestBody": Self.form(
                [
                    "type": "object", "required": ["csrf_token", "user_code"],
                    "properties": [
                        "csrf_token": Self.token,
                        "user_code": ["type": "string", "description": "The user code."],
                        "decision": ["type": "string", "enum": .strings(Decision.allCases.map(\.rawValue))],
                        "provider": ["type": "string", "description": "The chosen provider."],
                    ],
                ]),
        ])
    }

    var outcomeGet: DescriptionNode {
        page(
            "showDeviceOutcome", "Shows how the sign-in of a device ended.",
            [("200", DescribedAnswers.page("The page.")), DescribedAnswers.noSuchPage], body: .none
        ).adding(["parameters": [.reference("parameters", "AcceptLanguage")]])
    }

    var authorizeGet: DescriptionNode {
        page(
            "authorize", "Sends an app's browser on to a provider (RFC 6749, section 4.1.1).",
            [
                ("200", DescribedAnswers.page("The choice of providers.")),
                (
                    "303",
                    DescribedAnswers.redirect("To the provider; or to the app with `error`, `state` and `iss`.")
                ),
            ], body: .none
        ).adding(["parameters": Self.authorizationParameters.appending(Self.visitor)])
    }

    var authorizePost: DescriptionNode {
        page(
            "chooseProvider", "Takes the choice of a provider.",
            [
                ("200", DescribedAnswers.page("The page that leads on to the provider.")),
                ("303", DescribedAnswers.redirect("To the app with `error`, `state` and `iss`.")),
            ], body: .some
        ).adding([
            "parameters": Self.visitor,
            "requestBody": Self.form(
                [
                    "type": "object", "required": ["csrf_token", "request", "provider"],
                    "properties": [
                        "csrf_token": Self.token,
                        "request": ["type": "string", "description": "The app's request, as it came."],
                        "provider": ["type": "string", "description": "The chosen provider."],
                    ],
                ]),
        ])
    }

    var callbackGet: DescriptionNode {
        page("finishSignIn", "Takes a provider's answer from an address.", Self.afterSignIn, body: .none).adding([
            "parameters": Self.callbackQuery.appending(Self.visitor)
        ])
    }

    var callbackPost: DescriptionNode {
        page("finishSignInByForm", "Takes a provider's answer from a form.", Self.afterSignIn, body: .some).adding([
            "parameters": Self.visitor,
            "requestBody": Self.form(["type": "object", "properties": .members(Self.callbackParameters)]),
        ])
    }

    private static let afterSignIn: DescribedAnswers.Answers = [
        (
            "303",
            DescribedAnswers.redirect(
                "To the app with `code` or `error`, `state` and `iss`; or to the page that says how the sign-in ended.")
        ),
        DescribedAnswers.noSuchPage,
    ]

    private func page(
        _ identifier: String, _ summary: String, _ answers: DescribedAnswers.Answers,
        body: DescribedAnswers.RequestBody
    ) -> DescriptionNode {
        Self.operation(
            identifier, tag: "Pages", summary, security: SecuritySchemes.none,
            answers: answers + DescribedAnswers.pageErrors + DescribedAnswers.ofHTTP(body: body, .page))
    }
}
