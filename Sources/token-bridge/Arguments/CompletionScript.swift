/// Completion scripts for shells.
enum CompletionScript: Sendable {
    static func bash(_ commands: [CommandSpecification]) -> String {
        let cases = commands.map { command in
            """
                    \(command.name)) words="\(options(command))" first="\(operands(command))" later="\(command.laterOperands.joined(separator: " "))" ;;
            """
        }
        return """
            # bash completion for token-bridge
            _token_bridge() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words first later word
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names(commands))" -- "$current"))
                    return
                fi
                case $previous in
                    \(fileOptions(commands).map { "--\($0)" }.joined(separator: "|"))) COMPREPLY=($(compgen -f -- "$current")); return ;;
                    --output) COMPREPLY=($(compgen -W "text json" -- "$current")); return ;;
                esac
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
                    case " $first " in *" $word "*) first=$later ;; esac
                done
                COMPREPLY=($(compgen -W "$words $first" -- "$current"))
            }
            complete -o default -F _token_bridge token-bridge
            """
    }

    static func zsh(_ commands: [CommandSpecification]) -> String {
        let cases = commands.map { command in
            let options = command.allOptions.map { option in
                "'--\(option.name)[\(zshEscaped(option.help))]\(zshAction(option.value))'"
            }
            return "        \(command.name)) _arguments \((options + zshOperands(command)).joined(separator: " ")) ;;"
        }
        let summaries = commands.map { "'\($0.name):\(zshEscaped($0.summary))'" }
        return """
            #compdef token-bridge
            _token_bridge() {
                local -a commands=(\(summaries.joined(separator: " ")))
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _token_bridge "$@"
            """
    }

    static func fish(_ commands: [CommandSpecification]) -> String {
        let begin = commands.map { command in
            "complete -c token-bridge -n __fish_use_subcommand -f -a \(command.name) -d '\(fishEscaped(command.summary))'"
        }
        let options = commands.flatMap { command in
            command.allOptions.map { option in
                "complete -c token-bridge -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
                    + "\(fishAction(option.value)) -d '\(fishEscaped(option.help))'"
            }
        }
        let operands = commands.filter { $0.operands.maximum > 0 && $0.operands.names != ["FILE"] }.map { command in
            let names = command.operands.names.joined(separator: " ")
            let condition = "__fish_seen_subcommand_from \(command.name)"
            return
                "complete -c token-bridge -n '\(condition); and not __fish_seen_subcommand_from \(names)' -f -a '\(names)'"
        }
        let later = commands.filter { !$0.laterOperands.isEmpty }.map { command in
            let condition = "__fish_seen_subcommand_from \(command.name)"
            let names = command.operands.names.joined(separator: " ")
            return
                "complete -c token-bridge -n '\(condition); and __fish_seen_subcommand_from \(names)' -f -a '\(command.laterOperands.joined(separator: " "))'"
        }
        return (["# fish completion for token-bridge"] + begin + options + operands + later).joined(separator: "\n")
    }

    private static func zshOperands(_ command: CommandSpecification) -> [String] {
        guard command.operands.maximum > 0 else { return [] }
        guard command.operands.names != ["FILE"] else { return ["'*:file:_files'"] }
        let first = "'1:what:(\(command.operands.names.joined(separator: " ")))'"
        guard command.operands.maximum > 1 else { return [first] }
        let later = command.laterOperands
        return [first, later.isEmpty ? "'2:file:_files'" : "'2:name:(\(later.joined(separator: " ")))'"]
    }

    private static func names(_ commands: [CommandSpecification]) -> String {
        commands.map(\.name).joined(separator: " ")
    }

    private static func options(_ command: CommandSpecification) -> String {
        command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
    }

    private static func operands(_ command: CommandSpecification) -> String {
        command.operands.names.filter { $0 != "FILE" }.joined(separator: " ")
    }

    private static func fileOptions(_ commands: [CommandSpecification]) -> [String] {
        let names = commands.flatMap { command in
            command.options.compactMap { option in
                if case .file = option.value { option.name } else { nil }
            }
        }
        return Set(names).sorted()
    }

    private static func zshAction(_ value: OptionSpecification.Value) -> String {
        switch value {
        case .none: ""
        case .text(let name): ":\(name):"
        case .file(let name): ":\(name):_files"
        case .choice(let name, let choices): ":\(name):(\(choices.joined(separator: " ")))"
        }
    }

    private static func fishAction(_ value: OptionSpecification.Value) -> String {
        switch value {
        case .none: ""
        case .text: " -x"
        case .file: " -r -F"
        case .choice(_, let choices): " -x -a '\(choices.joined(separator: " "))'"
        }
    }

    private static func zshEscaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "'": escaped += "'\\''"
            case "[", "]", ":": escaped += "\\\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private static func fishEscaped(_ text: String) -> String {
        var escaped = ""
        for character in text { escaped += character == "'" || character == "\\" ? "\\\(character)" : "\(character)" }
        return escaped
    }
}
