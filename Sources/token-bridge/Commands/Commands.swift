/// All commands, in the order of the help.
enum Commands: Sendable {
    static let all = [
        MintCommand.specification, ExchangeCommand.specification, ExplainCommand.specification,
        ServeCommand.specification, HealthCommand.specification, KeysCommand.specification, AuditCommand.specification,
        ProvidersCommand.specification, ConfigCommand.specification, DemoCommand.specification,
        CompletionsCommand.specification, VersionCommand.specification,
    ]
}
