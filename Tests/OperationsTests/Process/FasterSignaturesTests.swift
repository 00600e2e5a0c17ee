import Testing

@testable import Operations

@Suite("The processors that sign faster without ADX")
struct FasterSignaturesTests {
    private static let zen3 = ProcessorIdentity(maker: "AuthenticAMD", family: 25, features: 1 << 5 | 1 << 8 | 1 << 19)

    @Test("Zen 3 is one")
    func chosen() {
        #expect(FasterSignatures.choice(Self.zen3) == ":~0x80000")
    }

    @Test("other makers and families are left alone")
    func others() {
        for (maker, family) in [
            ("GenuineIntel", 6), ("GenuineIntel", 25), ("HygonGenuine", 25), ("", 25), ("AuthenticAMD", 23),
            ("AuthenticAMD", 26), ("AuthenticAMD", 0),
        ] as [(String, UInt32)] {
            var processor = Self.zen3
            (processor.maker, processor.family) = (maker, family)
            #expect(FasterSignatures.choice(processor) == nil, "\(maker) \(family)")
        }
    }

    @Test(
        "one without the features is left alone, and one with AVX-512 IFMA",
        arguments: ProcessorIdentity.Feature.allCases)
    func features(feature: ProcessorIdentity.Feature) {
        var processor = Self.zen3
        processor.features ^= 1 << feature.rawValue
        #expect(FasterSignatures.choice(processor) == nil)
    }

    @Test("the processor says what the kernel says of it", .enabled(if: ProcessorIdentity.current() != nil))
    func identity() throws {
        let processor = try #require(ProcessorIdentity.current())
        let text = String(decoding: try #require(SystemCall.smallFile("/proc/cpuinfo")), as: UTF8.self)
        var fields: [Substring: [Substring]] = [:]
        for line in text.split(separator: "\n\n")[0].split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
            fields[line.prefix { $0 != "\t" && $0 != ":" }] = words
        }
        #expect(fields["vendor_id"]?.last.map { String($0) } == processor.maker)
        #expect(fields["cpu family"]?.last.flatMap { UInt32($0) } == processor.family)
        let flags = fields["flags"] ?? []
        let names: [(String, ProcessorIdentity.Feature)] = [
            ("avx2", .avx2), ("bmi2", .bmi2), ("adx", .adx), ("avx512ifma", .avx512IFMA),
        ]
        for (name, feature) in names { #expect(flags.contains { $0 == name } == processor.has(feature), "\(name)") }
    }
}
