/// The header fields of answers.
enum DescribedHeaders: Sendable {
    /// The fields, by the names that the description refers to them with.
    static let all: [(String, DescriptionNode)] = [
        (
            "RequestID",
            header("Names the request in the service's log.", ["type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"])
        ),
        (
            "RetryAfter",
            header(
                "After how many seconds another attempt makes sense.", ["type": "integer", "minimum": 0], required: true
            )
        ),
        (
            "RetryAfterSometimes",
            header("After how many seconds another attempt makes sense.", ["type": "integer", "minimum": 0])
        ),
        (
            "Location",
            header("Where the browser goes on.", ["type": "string", "format": "uri-reference"], required: true)
        ),
        ("Allow", header("The methods of the path.", ["type": "string"], required: true)),
        (
            "ETag",
            header(
                "What the document is known by.", ["type": "string", "pattern": "^\"[0-9a-f]{32}\"$"], required: true)
        ),
        (
            "Cached",
            header(
                "How long the document may be kept.", ["type": "string", "pattern": "^public, max-age=[0-9]+$"],
                required: true)
        ),
        (
            "NotStored",
            header("The answer is not to be kept.", ["type": "string", "const": "no-store"], required: true)
        ),
        (
            "Challenge",
            header("How clients may prove who they are.", ["type": "string", "pattern": "^Basic "], required: true)
        ),
        ("Cookie", header("The cookie that the browser is known by.", ["type": "string"])),
        (
            "ContentSecurityPolicy",
            header(
                "What browsers refuse on the page.", ["type": "string", "pattern": "^default-src 'none'"],
                required: true)
        ),
    ]

    /// Refers to fields: what they are called in answers, and what here.
    static func references(_ names: KeyValuePairs<String, String>) -> DescriptionNode {
        .members(names.map { ($0.key, .reference("headers", $0.value)) })
    }

    private static func header(_ description: String, _ schema: DescriptionNode, required: Bool = false)
        -> DescriptionNode
    {
        let node: DescriptionNode = ["description": .text(description), "schema": schema]
        return required ? node.adding(["required": true]) : node
    }
}
