import TestSupport
import Testing

@testable import Operations

@Suite("The processors that sign faster without ADX")
struct FasterSignaturesTests {
    private func choice(vendor: String, family: String, flags: String) -> String? {
        let text = """
            processor\t: 0
            vendor_id\t: \(vendor)
            cpu family\t: \(family)
            model name\t: AMD EPYC: of one kind or another
            flags\t\t: fpu vme \(flags) rdtscp

            processor\t: 1
            vendor_id\t: AuthenticAMD
            cpu family\t: 25
            flags\t\t: adx avx2 bmi2

            """
        return FasterSignatures.choice([UInt8](text.utf8))
    }

    @Test("Zen 3 is one")
    func zen3() {
        #expect(choice(vendor: "AuthenticAMD", family: "25", flags: "avx2 bmi2 adx") == ":~0x80000")
    }

    @Test(
        "others are left alone",
        arguments: [
            ("GenuineIntel", "6", "avx2 bmi2 adx"), ("GenuineIntel", "25", "avx2 bmi2 adx"),
            ("AuthenticAMD", "23", "avx2 bmi2 adx"), ("AuthenticAMD", "26", "avx2 bmi2 adx"),
            ("AuthenticAMD", "25", "avx2 bmi2"), ("AuthenticAMD", "25", "bmi2 adx"),
            ("AuthenticAMD", "25", "avx2 bmi2 adx avx512ifma"), ("AuthenticAMD", "25", "avx2x bmi2 adx"),
        ])
    func others(vendor: String, family: String, flags: String) {
        #expect(choice(vendor: vendor, family: family, flags: flags) == nil)
    }

    @Test(
        "what is not a description of processors chooses nothing",
        arguments: ["", "\n", "a", ":", "Processor : ARMv8\n"])
    func nonsense(text: String) {
        #expect(FasterSignatures.choice([UInt8](text.utf8)) == nil)
    }
}
