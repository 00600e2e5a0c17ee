/// All commands, in the order of the help.
enum Commands: Sendable {
    static let all = [
        MintCommand.specification, ExplainCommand.specification, DemoCommand.specification,
        CompletionsCommand.specification, VersionCommand.specification,
    ]
}
