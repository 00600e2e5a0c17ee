import Glibc
import StrictJSON

/// Has OpenSSL sign with the faster of its two ways of multiplying, on processors for which it chooses the slower.
///
/// OpenSSL 3.0 multiplies with the instructions MULX, ADCX and ADOX wherever a processor has them, and with AVX2
/// otherwise. On AMD's family 25 (Zen 3) that is the wrong way round: RSA-2048 signs 1.15 to 1.2 times as fast with AVX2
/// (`openssl speed -multi 2 rsa2048` with and without the variable), at the price of a tenth of the speed of verifying,
/// which takes a thirtieth of the time. OpenSSL reads its variable when it is loaded, so the program must start again.
/// Both ways take the same time whatever the key is.
public enum FasterSignatures: Sendable {
    /// What OpenSSL reads its choice from (OPENSSL_ia32cap(3)).
    static let variable = "OPENSSL_ia32cap"
    /// As if ADX, bit 19 of the second vector, was not there.
    static let withoutADX = ":~0x80000"

    /// Starts the program again where that makes signatures faster; returns where it does not, or cannot be done.
    ///
    /// To be called before anything is opened, and while there is one thread. An operator who has set the variable, to
    /// whatever, has chosen.
    ///
    /// - Parameter environment: The environment of the process.
    public static func startAgainIfWorthwhile(environment: [String: String]) {
        guard environment[variable] == nil, let choice = ProcessorIdentity.current().flatMap(choice) else { return }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The path and not the link itself, which would be the name of the process from then on.
        guard unsafe readlink("/proc/self/exe", &path, path.count - 1) > 0, unsafe setenv(variable, choice, 1) == 0
        else { return }
        unsafe execv(path, CommandLine.unsafeArgv)
        // Without it, all goes on as OpenSSL sees fit.
        unsafe unsetenv(variable)
    }

    /// What the variable must say for a processor.
    ///
    /// - Parameter processor: The processor.
    /// - Returns: The value; nil where OpenSSL chooses well by itself.
    static func choice(_ processor: ProcessorIdentity) -> String? {
        guard processor.maker.hasSameBytes(as: "AuthenticAMD"), processor.family == 25,
            processor.has(.adx), processor.has(.bmi2), processor.has(.avx2)
        else { return nil }
        // The later ones of this family have AVX-512 IFMA, with which OpenSSL has a third way, the fastest.
        return processor.has(.avx512IFMA) ? nil : withoutADX
    }
}
