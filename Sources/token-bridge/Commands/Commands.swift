/// All commands, in the order of the help.
enum Commands: Sendable {
    static let all = [
        MintCommand.specification, LoginCommand.specification, ExchangeCommand.specification,
        ExplainCommand.specification,
        ServeCommand.specification, HealthCommand.specification, DoctorCommand.specification,
        TokenCommand.specification, WhoAmICommand.specification, LogoutCommand.specification,
        KeysCommand.specification, AuditCommand.specification,
        ProvidersCommand.specification, ConfigCommand.specification, DemoCommand.specification,
        SandboxCommand.specification,
        CompletionsCommand.specification, VersionCommand.specification,
    ]
}
