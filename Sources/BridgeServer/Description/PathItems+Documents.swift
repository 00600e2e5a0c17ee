/// What the service says of itself.
extension DescriptionContext {
    var metadataGet: DescriptionNode {
        document(
            "readMetadata", "The metadata of the authorization server (RFC 8414).", "Metadata", "application/json")
    }

    var keysGet: DescriptionNode {
        document(
            "readKeys", "The public keys that custom tokens are signed with.", "KeySet", "application/jwk-set+json")
    }

    var descriptionGet: DescriptionNode {
        document("readDescription", "This description.", "OpenAPI", OpenAPIDescription.mediaType)
    }

    private func document(
        _ identifier: String, _ summary: String, _ schema: String, _ type: String
    ) -> DescriptionNode {
        Self.operation(
            identifier, tag: "Documents", summary, security: SecuritySchemes.none,
            answers: DescribedAnswers.document(schema, type: type, summary) + DescribedAnswers.documentErrors
                + DescribedAnswers.ofHTTP(body: .none, .problem)
        ).adding(["parameters": [.reference("parameters", "IfNoneMatch")]])
    }
}
