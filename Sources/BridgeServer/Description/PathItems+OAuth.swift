import Bridge

/// The endpoints for programs.
extension DescriptionContext {
    var tokenOperation: DescriptionNode {
        Self.operation(
            "requestToken", tag: "OAuth", "Asks for a custom token.", security: SecuritySchemes.ofClients,
            answers: [
                (
                    "200",
                    DescribedAnswers.json("TokenAnswer", "A custom token.", example: DescribedExamples.tokenAnswer)
                )
            ] + DescribedAnswers.oauthErrors
        ).adding([
            "description": """
            Parameters stand in the body; in the address they are refused. A parameter that is there twice is refused. \
            Where the grant is `urn:ietf:params:oauth:grant-type:jwt-bearer`, the assertion proves the client.
            """,
            "requestBody": Self.form(.reference("schemas", "TokenRequest"), examples: DescribedExamples.tokenRequests),
        ])
    }

    var deviceAuthorizationOperation: DescriptionNode {
        Self.operation(
            "startDeviceSignIn", tag: "OAuth", "Starts the sign-in of a device.", security: SecuritySchemes.ofClients,
            answers: [
                (
                    "200",
                    DescribedAnswers.json(
                        "DeviceAuthorizationAnswer", "The codes.",
                        example: DescribedExamples.deviceAuthorizationAnswer(server: server))
                )
            ] + DescribedAnswers.oauthErrors
        ).adding([
            "requestBody": Self.form(
                .reference("schemas", "DeviceAuthorizationRequest"),
                examples: DescribedExamples.deviceAuthorizationRequests)
        ])
    }
}
