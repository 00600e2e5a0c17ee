import CustomTokenBridge
import CustomTokens
import Glibc
import GoogleCloud
import StrictJSON

/// Units of systemd that rotate a ring every two months, well before its keys are 90 days old.
struct RotationSchedule: CommandResult {
    private static let name = "token-bridge-rotate"

    /// What the command is to be told: the options that say something to a rotation.
    private let options: [String]
    /// The folders that it writes to.
    private let folders: [String]
    private let variables: [String]
    /// What the units leave out.
    let warnings: [String]
    private let program: String
    private let owner: uid_t

    /// Describes the units for a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder of the ring.
    ///   - arguments: The options of the rotation.
    ///   - environment: The environment, of which the units have nothing by themselves.
    /// - Throws: `Failure` where there is no such folder, or no such file.
    init(folder: String, _ arguments: Arguments, _ environment: [String: String]) throws {
        var status = stat()
        guard unsafe stat(folder, &status) == 0, let path = Self.absolute(folder) else {
            throw Self.absent("folder", folder, hint: "name the folder of a ring with --keys")
        }
        owner = status.st_uid
        program = Self.absolute("/proc/self/exe") ?? "/usr/bin/token-bridge"
        var (options, folders) = (["--keys", path], [path])
        // A unit runs in another folder than whoever prints it.
        if let audit = arguments["audit"] {
            let file = try Self.placed(audit)
            options += ["--audit", file.path]
            if file.folder != path { folders.append(file.folder) }
        }
        if let credentials = arguments["credentials"] {
            options.append("--credentials")
            options.append(
                try credentials == GoogleAccess.defaultCredentials
                    ? credentials : Self.existing(credentials, "--credentials"))
        }
        for name in ["google", "bits", "days"] {
            if let value = arguments[name] { options += ["--\(name)", value] }
        }
        self.options = options
        self.folders = folders
        let proxies = Self.proxies(environment)
        warnings = proxies.warnings
        variables = try Self.variables(environment) + proxies.variables
        // Another user may have chosen a path: a line break in it would begin a line of the unit.
        for text in [program] + options + folders + variables where text.hasControlCharacters {
            throw Failure(
                code: "UNIT_TEXT_UNUSABLE",
                message: "a unit of systemd cannot name \(text.argumentExcerpt), which has control characters",
                hint: "give the folder or the file another name", exitCode: .configuration)
        }
    }

    /// What the credentials of the machine, and Google's place, follow from.
    private static func variables(_ environment: [String: String]) throws -> [String] {
        let paths = ["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG"]
        let words = [
            UniverseDomain.environmentVariable, "GCE_METADATA_HOST", "GCE_METADATA_IP", "GCE_METADATA_TIMEOUT",
            "NO_GCE_CHECK",
        ]
        var variables: [String] = []
        for name in paths + words {
            guard let value = environment[name], !value.isEmpty else { continue }
            variables.append("\(name)=\(try paths.contains(name) ? existing(value, name) : value)")
        }
        return variables
    }

    /// The way out that the command itself would take; a password does not go into a unit, which everybody can read.
    private static func proxies(
        _ environment: [String: String]
    ) -> (variables: [String], warnings: [String]) {
        var (variables, warnings): ([String], [String]) = ([], [])
        for name in ["https_proxy", "all_proxy", "no_proxy"].flatMap({ [$0, $0.uppercased()] }) {
            guard let value = environment[name], !value.isEmpty else { continue }
            if value.utf8.contains(UInt8(ascii: "@")) {
                warnings.append(
                    "\(name) is left out, for it may hold a password: put it into a file that only root can read, and"
                        + " name that with EnvironmentFile= in the service")
            } else {
                variables.append("\(name)=\(value)")
            }
        }
        return (variables, warnings)
    }

    /// The whole path of a file that need not be there yet, in a folder that must.
    private static func placed(_ file: String) throws -> (path: String, folder: String) {
        if let path = absolute(file), let slash = path.lastIndex(of: "/") {
            return (path, slash == path.startIndex ? "/" : String(path[..<slash]))
        }
        let slash = file.lastIndex(of: "/")
        let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
        let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
        guard !name.isEmpty, let path = absolute(folder) else {
            throw absent("folder of the audit file", file, hint: "make it, or name another with --audit")
        }
        return (path == "/" ? "/\(name)" : "\(path)/\(name)", path)
    }

    private static func existing(_ file: String, _ place: String) throws -> String {
        guard let path = absolute(file) else {
            throw absent("file", file, hint: "check the path that \(place) names")
        }
        return path
    }

    private static func absent(_ kind: String, _ path: String, hint: String) -> Failure {
        Failure(
            code: "KEY_FOLDER_UNUSABLE",
            message: "the \(kind) \(path.argumentExcerpt) cannot be found: \(SystemError.text(errno))", hint: hint,
            exitCode: .configuration)
    }

    private static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// A word as systemd reads it back (systemd.syntax): quoted, its specifiers and variables written twice.
    private static func word(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        return "\"\(escaped)\""
    }

    private var service: String {
        let command = ([program, "keys", "rotate", "--wait"] + options).map { word in
            Self.word(word).replacing("$", with: "$$")
        }
        let environment = variables.map { "\nEnvironment=\(Self.word($0))" }.joined()
        return """
            [Unit]
            Description=Replace the signing key of token-bridge
            Wants=network-online.target
            After=network-online.target

            [Service]
            Type=oneshot
            User=\(owner)\(environment)
            ExecStart=\(command.joined(separator: " "))
            # A rotation that was broken off is taken up again.
            Restart=on-failure
            # One that a person ended is not.
            RestartPreventExitStatus=\(ExitCode.denied.rawValue)
            RestartSec=10min
            TimeoutStartSec=3h
            UMask=0077
            # Keys lie in the memory.
            LimitCORE=0
            Environment=SWIFT_BACKTRACE=enable=no
            NoNewPrivileges=yes
            ProtectSystem=strict
            ReadWritePaths=\(folders.map(Self.word).joined(separator: " "))
            """
    }

    private var timer: String {
        """
        [Unit]
        Description=Replace the signing key of token-bridge every two months

        [Timer]
        OnCalendar=*-01/2-01 03:00:00
        RandomizedDelaySec=1h
        Persistent=true

        [Install]
        WantedBy=timers.target
        """
    }

    var text: String {
        """
        # /etc/systemd/system/\(Self.name).service
        \(service)

        # /etc/systemd/system/\(Self.name).timer
        \(timer)
        """
    }

    var json: JSONValue {
        .object(JSONObject(["service": .string(service + "\n"), "timer": .string(timer + "\n")]))
    }
}

extension String {
    /// Whether a terminal or a file of lines would take something in it for more than a character.
    fileprivate var hasControlCharacters: Bool {
        unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x2028...0x2029 ~= $0.value }
    }
}
