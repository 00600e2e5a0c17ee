import StrictJSON

extension DescriptionContext {
    /// What a path has: an operation for each of its methods.
    func pathItem(of route: Route) -> DescriptionNode {
        let variables: DescriptionNode? =
            switch route {
            case .deviceOutcome: [.reference("parameters", "Outcome")]
            case .callback: [.reference("parameters", "Provider")]
            case .token, .deviceAuthorization, .device, .authorize, .metadata, .keys, .description: nil
            }
        let operations = route.methods.map { ($0.lowercased(), operation($0, of: route)) }
        return .members((variables.map { [("parameters", $0)] } ?? []) + operations)
    }

    private func operation(_ method: String, of route: Route) -> DescriptionNode {
        switch (method, route) {
        // The answer to HEAD is that to GET without its content (RFC 9110, section 9.3.2).
        case ("HEAD", _): Self.withoutContent(operation("GET", of: route))
        case ("POST", .token): tokenOperation
        case ("POST", .deviceAuthorization): deviceAuthorizationOperation
        case ("POST", .device): devicePost
        case ("POST", .authorize): authorizePost
        case ("POST", .callback): callbackPost
        case (_, .device): deviceGet
        case (_, .deviceOutcome): outcomeGet
        case (_, .authorize): authorizeGet
        case (_, .callback): callbackGet
        case (_, .metadata): metadataGet
        case (_, .keys): keysGet
        case (_, .description): descriptionGet
        case (_, .token), (_, .deviceAuthorization): [:]
        }
    }

    /// An operation.
    static func operation(
        _ identifier: String, tag: String, _ summary: String, security: DescriptionNode,
        answers: DescribedAnswers.Answers
    ) -> DescriptionNode {
        [
            "operationId": .text(identifier), "tags": [.text(tag)],
            "summary": .text(summary), "security": security, "responses": .members(answers),
        ]
    }

    /// A form that is sent.
    static func form(_ schema: DescriptionNode, examples: [(String, DescriptionNode)] = []) -> DescriptionNode {
        let content: DescriptionNode = ["schema": schema]
        return [
            "required": true,
            "content": [
                "application/x-www-form-urlencoded": examples.isEmpty
                    ? content : content.adding(["examples": .members(examples)])
            ],
        ]
    }

    private static func withoutContent(_ operation: DescriptionNode) -> DescriptionNode {
        guard case .object(var object) = operation.value else { return operation }
        if let identifier = object["operationId"]?.string { object["operationId"] = .string("\(identifier)Head") }
        if case .object(let answers)? = object["responses"] {
            let bare = answers.members.map { ($0.name, DescriptionNode($0.value).removing("content")) }
            object["responses"] = DescriptionNode.members(bare).value
        }
        return DescriptionNode(.object(object))
    }
}
