extension Catalogue {
    /// The texts in Spanish.
    static let spanish = Catalogue(
        errorTitle: "Error: {}",
        time: TimeTexts(
            justNow: "hace menos de un minuto", oneMinuteAgo: "hace 1 minuto", minutesAgo: "hace {} minutos",
            longAgo: "hace más de una hora", tryAgainLater: "Vuelve a intentarlo más tarde.",
            tryAgainInOneMinute: "Vuelve a intentarlo dentro de un minuto.",
            tryAgainInMinutes: "Vuelve a intentarlo dentro de {} minutos."),
        codeEntry: CodeEntry(
            heading: "Introduce tu código",
            introduction: "Tu dispositivo o aplicación muestra un código. Introdúcelo aquí para iniciar sesión.",
            label: "Código", hint: "Ocho letras; puedes omitir el guion.", proceed: "Continuar",
            invalid: "Este código no es válido. Compáralo con el de tu dispositivo.",
            expired: "Este código ha caducado. Solicita uno nuevo en tu dispositivo.",
            locked: "Este código se ha introducido mal demasiadas veces. Solicita uno nuevo en tu dispositivo."),
        confirmation: Confirmation(
            heading: "¿Aparece este código en tu dispositivo?",
            introduction: "Compáralo con el código que muestra tu dispositivo o aplicación.",
            application: "Aplicación", requested: "Solicitado", network: "Red",
            sameNetwork: "{} (la red en la que estás ahora)", otherNetwork: "{} (no es la red en la que estás ahora)",
            caution:
                "Continúa solo si has empezado tú este inicio de sesión. Si alguien te ha enviado el código o un enlace, recházalo.",
            approve: "Sí, continuar", reject: "No, rechazar"),
        providerChoice: ProviderChoice(
            heading: "Elige cómo iniciar sesión", introduction: "{} te pide que inicies sesión con una de tus cuentas.",
            proceed: "Continuar con {}"),
        onward: Onward(
            heading: "Un momento, por favor",
            explanation: "Te estamos llevando a la página de inicio de sesión de tu proveedor.",
            proceed: "Ir a {}"),
        outcomes: Outcomes(
            signedIn: "Has iniciado sesión en tu dispositivo", signedInExplanation: "Ya puedes cerrar esta página.",
            rejected: "Inicio de sesión rechazado",
            rejectedExplanation: "No se ha iniciado sesión en el dispositivo. Ya puedes cerrar esta página.",
            expired: "Este código ha caducado",
            expiredExplanation:
                "Los códigos solo son válidos durante poco tiempo. Empieza de nuevo en tu dispositivo para obtener otro.",
            enterAnother: "Introducir otro código",
            tooMany: "Demasiados intentos",
            tooManyExplanation: "Para proteger las cuentas, por ahora no aceptamos más códigos tuyos."),
        problemLabels: ProblemLabels(
            code: "Código de error", requestID: "ID de solicitud", startAgain: "Empezar de nuevo"),
        problems: ProblemTexts(
            denied: .init(
                "Se ha rechazado el inicio de sesión",
                "Lo has rechazado tú o tu proveedor, así que no se ha completado.",
                cure: "Si no era tu intención, empieza de nuevo en tu dispositivo o aplicación."),
            signInLost: .init(
                "No se puede continuar este inicio de sesión",
                "Ya ha terminado, ha tardado demasiado o se empezó en otro navegador.",
                cure: "Empieza de nuevo y sigue en el mismo navegador hasta el final."),
            codeInvalid: .init(
                "Este código no es válido", "Está mal escrito o ya se ha usado.",
                cure: "Compáralo con el código de tu dispositivo o solicita allí uno nuevo."),
            codeExpired: .init(
                "Este código ha caducado", "Los códigos solo son válidos durante poco tiempo.",
                cure: "Empieza de nuevo en tu dispositivo para obtener otro."),
            tooManyAttempts: .init(
                "Demasiados intentos", "Para proteger las cuentas, por ahora no aceptamos más intentos tuyos.",
                cure: "Espera unos minutos y vuelve a intentarlo."),
            providerUnavailable: .init(
                "No se puede acceder a tu proveedor", "El proveedor que has elegido no responde en este momento.",
                cure: "Vuelve a intentarlo dentro de unos minutos."),
            providerFailed: .init(
                "La respuesta de tu proveedor no se puede usar",
                "El proveedor que has elegido ha enviado una respuesta con errores.",
                cure: "Vuelve a intentarlo. Si se repite, envía los datos de abajo al operador de este servicio."),
            notSetUp: .init(
                "Este servicio no está bien configurado", "No has hecho nada mal.",
                cure: "Envía los datos de abajo al operador de este servicio para que lo corrija."),
            notForThisService: .init(
                "Este inicio de sesión no es para este servicio",
                "La confirmación de tu proveedor se emitió para otra aplicación, o no indica para cuál.",
                cure:
                    "Empieza de nuevo en tu dispositivo o aplicación. Si se repite, avisa al operador de este servicio."
            ),
            notConfirmed: .init(
                "No se ha podido confirmar tu inicio de sesión", "No se ha podido verificar lo que envió tu proveedor.",
                cure: "Empieza de nuevo en tu dispositivo o aplicación."),
            usedUp: .init(
                "Este inicio de sesión ya no es válido",
                "La confirmación de tu proveedor es demasiado antigua o ya se ha usado.",
                cure: "Empieza de nuevo en tu dispositivo o aplicación."),
            serviceUnavailable: .init(
                "Este servicio no está disponible", "En este momento no se puede acceder a una parte de él.",
                cure: "Vuelve a intentarlo dentro de unos minutos."),
            requestWrong: .init(
                "La solicitud de la aplicación no es válida",
                "Tu dispositivo o aplicación ha enviado una solicitud que no se puede aceptar.",
                cure: "Empieza de nuevo allí. Si se repite, avisa al desarrollador de la aplicación."),
            notAllowed: .init(
                "Esta aplicación no tiene permiso para esto", "No está registrada para este tipo de inicio de sesión.",
                cure: "Elige otra forma de iniciar sesión o consulta al operador de este servicio."),
            accountUnusable: .init(
                "Esta cuenta no se puede usar aquí", "Sus datos no se ajustan a lo que admite este servicio.",
                cure: "Inicia sesión con otra cuenta o consulta al operador de este servicio."),
            unexpected: .init(
                "Algo ha salido mal", "No se ha podido completar el inicio de sesión. No has hecho nada mal.",
                cure: "Empieza de nuevo. Si se repite, envía los datos de abajo al operador de este servicio.")))
}
