/// How a command ends, for the scripts that call it.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// All is well.
    case success = 0
    /// Something failed that none of the others names.
    case failure = 1
    /// The command line is wrong.
    case usage = 2
    /// The configuration, a key or the environment is wrong.
    case configuration = 3
    /// A credential or token is refused.
    case refused = 4
    /// A provider or the network failed.
    case provider = 5
    /// The person said no, or waited too long.
    case denied = 6
    /// It may work later, as it is (EX_TEMPFAIL of sysexits.h).
    case temporary = 75
}
