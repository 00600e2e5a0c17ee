enum Placeholder: Sendable {}
