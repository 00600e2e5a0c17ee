import CMachine

/// Which processor this is, as it says itself.
struct ProcessorIdentity: Sendable, Equatable {
    /// Its maker, such as "GenuineIntel".
    var maker: String
    /// Its family, with the extension.
    var family: UInt32
    /// The features of leaf 7, register `ebx`.
    var features: UInt32

    /// The bits of `features`.
    enum Feature: UInt32, Sendable, CaseIterable {
        case avx2 = 5
        case bmi2 = 8
        case adx = 19
        case avx512IFMA = 21
    }

    /// If it has a feature.
    func has(_ feature: Feature) -> Bool { features >> feature.rawValue & 1 == 1 }

    /// The processor of this machine; nil where it does not say.
    static func current() -> ProcessorIdentity? {
        guard let base = registers(leaf: 0), let version = registers(leaf: 1), let features = registers(leaf: 7) else {
            return nil
        }
        let maker = [base.ebx, base.edx, base.ecx].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        let (family, more) = (version.eax >> 8 & 0xF, version.eax >> 20 & 0xFF)
        return ProcessorIdentity(
            maker: String(decoding: maker, as: UTF8.self), family: family == 0xF ? family + more : family,
            features: features.ebx)
    }

    private static func registers(leaf: UInt32) -> (eax: UInt32, ebx: UInt32, ecx: UInt32, edx: UInt32)? {
        var words: (eax: UInt32, ebx: UInt32, ecx: UInt32, edx: UInt32) = (0, 0, 0, 0)
        guard unsafe bridge_processor_id(leaf, 0, &words.eax, &words.ebx, &words.ecx, &words.edx) == 1 else {
            return nil
        }
        return words
    }
}
