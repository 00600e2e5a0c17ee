import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// Units of systemd that rotate a ring every two months, well before its keys are 90 days old.
struct RotationSchedule: CommandResult {
    private static let name = "token-bridge-rotate"

    private let folder: String
    private let program: String
    private let owner: uid_t

    /// Describes the units for a folder.
    ///
    /// - Throws: `Failure` where there is no such folder.
    init(folder: String) throws {
        var status = stat()
        guard unsafe stat(folder, &status) == 0, let path = Self.absolute(folder) else {
            throw Failure(
                code: "KEY_FOLDER_UNUSABLE",
                message: "the folder \(folder.argumentExcerpt) cannot be found: \(SystemError.text(errno))",
                hint: "name the folder of a ring with --keys", exitCode: .configuration)
        }
        self.folder = path
        owner = status.st_uid
        program = Self.absolute("/proc/self/exe") ?? "/usr/bin/token-bridge"
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
        let command = [program, "keys", "rotate", "--wait", "--keys", folder].map { word in
            Self.word(word).replacing("$", with: "$$")
        }
        return """
            [Unit]
            Description=Replace the signing key of token-bridge
            Wants=network-online.target
            After=network-online.target

            [Service]
            Type=oneshot
            User=\(owner)
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
            ReadWritePaths=\(Self.word(folder))
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
