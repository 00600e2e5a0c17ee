import Glibc

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
        guard environment[variable] == nil, let processors = SystemCall.smallFile("/proc/cpuinfo", limit: 8 << 10),
            let choice = choice(processors)
        else { return }
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
    /// - Parameter processors: The text of `/proc/cpuinfo`; the first processor counts.
    /// - Returns: The value; nil where OpenSSL chooses well by itself.
    static func choice(_ processors: [UInt8]) -> String? {
        var fields: [String: String] = [:]
        for line in processors.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty { break }
            let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[trimmed(parts[0])] = trimmed(parts[1])
        }
        guard fields["vendor_id"] == "AuthenticAMD", fields["cpu family"] == "25", let flags = fields["flags"] else {
            return nil
        }
        let names = Set(flags.split(separator: " "))
        // With AVX-512 IFMA, which the later ones of this family have, OpenSSL has a third way, the fastest.
        return names.isSuperset(of: ["adx", "avx2", "bmi2"]) && !names.contains("avx512ifma") ? withoutADX : nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}
