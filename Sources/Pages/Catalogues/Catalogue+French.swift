extension Catalogue {
    /// The texts in French.
    static let french = Catalogue(
        errorTitle: "Erreur\u{A0}: {}",
        time: TimeTexts(
            justNow: "il y a moins d’une minute", oneMinuteAgo: "il y a 1 minute", minutesAgo: "il y a {} minutes",
            longAgo: "il y a plus d’une heure", tryAgainLater: "Veuillez réessayer plus tard.",
            tryAgainInOneMinute: "Veuillez réessayer dans une minute.",
            tryAgainInMinutes: "Veuillez réessayer dans {} minutes."),
        codeEntry: CodeEntry(
            heading: "Saisissez votre code",
            introduction: "Votre appareil ou votre application affiche un code. Saisissez-le ici pour vous connecter.",
            label: "Code", hint: "Huit lettres\u{A0}; le tiret est facultatif.", proceed: "Continuer",
            invalid: "Ce code n’est pas valide. Comparez-le à celui de votre appareil.",
            expired: "Ce code a expiré. Demandez-en un nouveau sur votre appareil.",
            locked: "Ce code a été mal saisi trop de fois. Demandez-en un nouveau sur votre appareil."),
        confirmation: Confirmation(
            heading: "Est-ce le code de votre appareil\u{A0}?",
            introduction: "Comparez-le au code affiché par votre appareil ou votre application.",
            application: "Application", requested: "Demandé", network: "Réseau",
            sameNetwork: "{} (le réseau que vous utilisez actuellement)",
            otherNetwork: "{} (différent du réseau que vous utilisez actuellement)",
            caution:
                "Continuez uniquement si vous êtes à l’origine de cette connexion. Si quelqu’un vous a envoyé le code ou un lien, refusez.",
            approve: "Oui, continuer", reject: "Non, refuser"),
        providerChoice: ProviderChoice(
            heading: "Choisissez comment vous connecter",
            introduction: "{} vous demande de vous connecter avec l’un de vos comptes.", proceed: "Continuer avec {}"),
        onward: Onward(
            heading: "Un instant, s’il vous plaît",
            explanation: "Vous allez être redirigé vers la page de connexion de votre fournisseur.",
            proceed: "Continuer vers {}"),
        outcomes: Outcomes(
            signedIn: "La connexion est établie sur votre appareil",
            signedInExplanation: "Vous pouvez fermer cette page.",
            rejected: "Connexion refusée",
            rejectedExplanation: "L’appareil n’a pas été connecté. Vous pouvez fermer cette page.",
            expired: "Ce code a expiré",
            expiredExplanation:
                "Les codes ne sont valables que peu de temps. Recommencez sur votre appareil pour en obtenir un nouveau.",
            enterAnother: "Saisir un nouveau code",
            tooMany: "Trop de tentatives",
            tooManyExplanation:
                "Pour protéger les comptes, nous n’acceptons plus de codes de votre part pour le moment."),
        problemLabels: ProblemLabels(
            code: "Code d’erreur", requestID: "ID de requête", startAgain: "Recommencer"),
        problems: ProblemTexts(
            denied: .init(
                "La connexion a été refusée",
                "Vous ou votre fournisseur avez refusé la connexion\u{A0}: elle n’a pas eu lieu.",
                cure: "Si ce n’était pas votre intention, recommencez sur votre appareil ou dans votre application."),
            signInLost: .init(
                "Cette connexion ne peut pas se poursuivre",
                "Elle est déjà terminée, a pris trop de temps ou a été commencée dans un autre navigateur.",
                cure: "Recommencez, et gardez le même navigateur jusqu’à la fin."),
            codeInvalid: .init(
                "Ce code n’est pas valide", "Il est mal saisi ou a déjà été utilisé.",
                cure: "Comparez-le au code de votre appareil, ou demandez-en un nouveau."),
            codeExpired: .init(
                "Ce code a expiré", "Les codes ne sont valables que peu de temps.",
                cure: "Recommencez sur votre appareil pour en obtenir un nouveau."),
            tooManyAttempts: .init(
                "Trop de tentatives",
                "Pour protéger les comptes, nous n’acceptons plus de tentatives de votre part pour le moment.",
                cure: "Patientez quelques minutes, puis réessayez."),
            providerUnavailable: .init(
                "Votre fournisseur est injoignable",
                "Le fournisseur que vous avez choisi ne répond pas pour le moment.",
                cure: "Réessayez dans quelques minutes."),
            providerFailed: .init(
                "La réponse de votre fournisseur est inutilisable",
                "Le fournisseur que vous avez choisi a envoyé une réponse qui contient des erreurs.",
                cure:
                    "Réessayez. Si cela se reproduit, transmettez les informations ci-dessous à l’exploitant de ce service."
            ),
            notSetUp: .init(
                "Ce service n’est pas correctement configuré", "Vous n’avez rien fait de mal.",
                cure: "Transmettez les informations ci-dessous à l’exploitant de ce service, qui pourra y remédier."),
            notForThisService: .init(
                "Cette connexion n’est pas destinée à ce service",
                "La confirmation de votre fournisseur a été émise pour une autre application, ou n’indique pas pour laquelle.",
                cure:
                    "Recommencez sur votre appareil ou dans votre application. Si cela se reproduit, prévenez l’exploitant de ce service."
            ),
            notConfirmed: .init(
                "Votre connexion n’a pas pu être confirmée",
                "La réponse de votre fournisseur n’a pas pu être vérifiée.",
                cure: "Recommencez sur votre appareil ou dans votre application."),
            usedUp: .init(
                "Cette connexion n’est plus valable",
                "La confirmation de votre fournisseur est trop ancienne ou a déjà été utilisée.",
                cure: "Recommencez sur votre appareil ou dans votre application."),
            serviceUnavailable: .init(
                "Ce service n’est pas disponible", "Une partie du service est injoignable pour le moment.",
                cure: "Réessayez dans quelques minutes."),
            requestWrong: .init(
                "La demande de l’application n’est pas valide",
                "Votre appareil ou votre application a envoyé une demande qui ne peut pas être acceptée.",
                cure: "Recommencez à partir de là. Si cela se reproduit, prévenez l’éditeur de l’application."),
            notAllowed: .init(
                "Cette application n’y est pas autorisée", "Elle n’est pas enregistrée pour ce type de connexion.",
                cure: "Choisissez un autre moyen de connexion, ou adressez-vous à l’exploitant de ce service."),
            accountUnusable: .init(
                "Ce compte ne peut pas être utilisé ici", "Ses informations ne conviennent pas à ce service.",
                cure: "Connectez-vous avec un autre compte, ou adressez-vous à l’exploitant de ce service."),
            unexpected: .init(
                "Un problème est survenu", "La connexion n’a pas pu aboutir. Vous n’avez rien fait de mal.",
                cure:
                    "Recommencez. Si cela se reproduit, transmettez les informations ci-dessous à l’exploitant de ce service."
            )
        ))
}
