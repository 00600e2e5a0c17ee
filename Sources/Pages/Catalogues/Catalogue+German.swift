extension Catalogue {
    /// The texts in German.
    static let german = Catalogue(
        errorTitle: "Fehler: {}",
        time: TimeTexts(
            justNow: "vor weniger als einer Minute", oneMinuteAgo: "vor 1 Minute", minutesAgo: "vor {} Minuten",
            longAgo: "vor mehr als einer Stunde", tryAgainLater: "Bitte versuchen Sie es später noch einmal.",
            tryAgainInOneMinute: "Bitte versuchen Sie es in einer Minute noch einmal.",
            tryAgainInMinutes: "Bitte versuchen Sie es in {} Minuten noch einmal."),
        codeEntry: CodeEntry(
            heading: "Code eingeben",
            introduction: "Ihr Gerät oder Ihre App zeigt einen Code an. Geben Sie ihn hier ein, um sich anzumelden.",
            label: "Code", hint: "Acht Buchstaben; der Bindestrich kann entfallen.", proceed: "Weiter",
            invalid: "Dieser Code ist ungültig. Vergleichen Sie ihn mit dem Code auf Ihrem Gerät.",
            expired: "Dieser Code ist abgelaufen. Fordern Sie auf Ihrem Gerät einen neuen an.",
            locked: "Dieser Code wurde zu oft falsch eingegeben. Fordern Sie auf Ihrem Gerät einen neuen an."),
        confirmation: Confirmation(
            heading: "Zeigt Ihr Gerät diesen Code an?",
            introduction: "Vergleichen Sie ihn mit dem Code, den Ihr Gerät oder Ihre App anzeigt.",
            application: "App", requested: "Angefragt", network: "Netzwerk",
            sameNetwork: "{} (das Netzwerk, in dem Sie gerade sind)",
            otherNetwork: "{} (nicht das Netzwerk, in dem Sie gerade sind)",
            caution:
                "Fahren Sie nur fort, wenn Sie diese Anmeldung selbst begonnen haben. Wenn Ihnen jemand den Code oder einen Link geschickt hat, lehnen Sie ab.",
            approve: "Ja, weiter", reject: "Nein, ablehnen"),
        providerChoice: ProviderChoice(
            heading: "Wie möchten Sie sich anmelden?",
            introduction: "{} bittet Sie, sich mit einem Ihrer Konten anzumelden.", proceed: "Weiter mit {}"),
        onward: Onward(
            heading: "Einen Moment bitte",
            explanation: "Sie werden zur Anmeldeseite Ihres Anbieters weitergeleitet.", proceed: "Weiter zu {}"),
        outcomes: Outcomes(
            signedIn: "Sie sind auf Ihrem Gerät angemeldet",
            signedInExplanation: "Sie können diese Seite jetzt schließen.",
            rejected: "Anmeldung abgelehnt",
            rejectedExplanation: "Das Gerät wurde nicht angemeldet. Sie können diese Seite jetzt schließen.",
            expired: "Dieser Code ist abgelaufen",
            expiredExplanation:
                "Codes gelten nur kurze Zeit. Beginnen Sie auf Ihrem Gerät von vorn, um einen neuen zu erhalten.",
            enterAnother: "Neuen Code eingeben",
            tooMany: "Zu viele Versuche",
            tooManyExplanation: "Zum Schutz der Konten nehmen wir von Ihnen vorerst keine weiteren Codes an."),
        problemLabels: ProblemLabels(code: "Fehlercode", requestID: "Anfrage-ID", startAgain: "Von vorn beginnen"),
        problems: ProblemTexts(
            denied: .init(
                "Die Anmeldung wurde abgelehnt",
                "Sie oder Ihr Anbieter haben die Anmeldung abgelehnt; niemand wurde angemeldet.",
                cure: "Wenn das ein Versehen war, beginnen Sie auf Ihrem Gerät oder in Ihrer App von vorn."),
            signInLost: .init(
                "Diese Anmeldung kann nicht fortgesetzt werden",
                "Sie ist bereits beendet, hat zu lange gedauert oder wurde in einem anderen Browser begonnen.",
                cure: "Beginnen Sie von vorn, und bleiben Sie bis zum Ende im selben Browser."),
            codeInvalid: .init(
                "Dieser Code ist ungültig", "Er enthält einen Tippfehler oder wurde schon verwendet.",
                cure: "Vergleichen Sie ihn mit dem Code auf Ihrem Gerät, oder fordern Sie dort einen neuen an."),
            codeExpired: .init(
                "Dieser Code ist abgelaufen", "Codes gelten nur kurze Zeit.",
                cure: "Beginnen Sie auf Ihrem Gerät von vorn, um einen neuen zu erhalten."),
            tooManyAttempts: .init(
                "Zu viele Versuche", "Zum Schutz der Konten nehmen wir von Ihnen vorerst keine weiteren Versuche an.",
                cure: "Warten Sie einige Minuten, und versuchen Sie es dann noch einmal."),
            providerUnavailable: .init(
                "Ihr Anbieter ist nicht erreichbar", "Der gewählte Anbieter antwortet zurzeit nicht.",
                cure: "Versuchen Sie es in einigen Minuten noch einmal."),
            providerFailed: .init(
                "Die Antwort Ihres Anbieters ist unbrauchbar",
                "Der gewählte Anbieter hat eine fehlerhafte Antwort geschickt.",
                cure:
                    "Versuchen Sie es noch einmal. Wenn es wieder geschieht, schicken Sie die Angaben unten an den Betreiber dieses Dienstes."
            ),
            notSetUp: .init(
                "Dieser Dienst ist nicht richtig eingerichtet", "Sie haben nichts falsch gemacht.",
                cure: "Schicken Sie die Angaben unten an den Betreiber dieses Dienstes; er kann das beheben."),
            notForThisService: .init(
                "Diese Anmeldung ist nicht für diesen Dienst bestimmt",
                "Die Bestätigung Ihres Anbieters wurde für eine andere App ausgestellt oder sagt nicht, für welche.",
                cure:
                    "Beginnen Sie auf Ihrem Gerät oder in Ihrer App von vorn. Wenn es wieder geschieht, verständigen Sie den Betreiber dieses Dienstes."
            ),
            notConfirmed: .init(
                "Ihre Anmeldung konnte nicht bestätigt werden",
                "Was Ihr Anbieter geschickt hat, ließ sich nicht überprüfen.",
                cure: "Beginnen Sie auf Ihrem Gerät oder in Ihrer App von vorn."),
            usedUp: .init(
                "Diese Anmeldung gilt nicht mehr",
                "Die Bestätigung Ihres Anbieters ist zu alt oder wurde schon verwendet.",
                cure: "Beginnen Sie auf Ihrem Gerät oder in Ihrer App von vorn."),
            serviceUnavailable: .init(
                "Dieser Dienst ist nicht verfügbar", "Ein Teil davon ist zurzeit nicht erreichbar.",
                cure: "Versuchen Sie es in einigen Minuten noch einmal."),
            requestWrong: .init(
                "Die Anfrage der App ist ungültig",
                "Ihr Gerät oder Ihre App hat eine Anfrage geschickt, die nicht angenommen werden kann.",
                cure: "Beginnen Sie dort von vorn. Wenn es wieder geschieht, verständigen Sie den Hersteller der App."),
            notAllowed: .init(
                "Diese App darf das nicht", "Sie ist für diese Art der Anmeldung nicht registriert.",
                cure: "Wählen Sie einen anderen Weg der Anmeldung, oder fragen Sie den Betreiber dieses Dienstes."),
            accountUnusable: .init(
                "Dieses Konto kann hier nicht verwendet werden", "Seine Angaben passen nicht zu diesem Dienst.",
                cure: "Melden Sie sich mit einem anderen Konto an, oder fragen Sie den Betreiber dieses Dienstes."),
            unexpected: .init(
                "Etwas ist schiefgegangen",
                "Die Anmeldung konnte nicht abgeschlossen werden. Sie haben nichts falsch gemacht.",
                cure:
                    "Beginnen Sie von vorn. Wenn es wieder geschieht, schicken Sie die Angaben unten an den Betreiber dieses Dienstes."
            )))
}
