/// A value of a parameter, in binary.
enum PostgreSQLParameter: Sendable {
    case integer(Int64)
    case bytes([UInt8])
}

/// The values of parameters as libpq takes them.
struct PostgreSQLParameters: Sendable {
    private var storage: [UInt8] = []
    private var offsets: [Int] = []
    private var lengths: [Int32] = []

    init(_ parameters: [PostgreSQLParameter]) {
        for parameter in parameters {
            offsets.append(storage.count)
            switch parameter {
            case .integer(let integer):
                for shift in stride(from: 56, through: 0, by: -8) {
                    storage.append(UInt8(truncatingIfNeeded: integer >> Int64(shift)))
                }
            case .bytes(let bytes): storage += bytes
            }
            lengths.append(Int32(clamping: storage.count - (offsets.last ?? 0)))
        }
        // A value of no bytes has an address too: without one it would be NULL.
        storage.append(0)
    }

    /// Calls a body with how many values there are, where each begins, how long each is, and that all are binary.
    func withPointers<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let formats = [Int32](repeating: 1, count: offsets.count)
        return unsafe storage.withUnsafeBytes { buffer in
            let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
            let values = unsafe offsets.map { offset in unsafe start.map { unsafe $0 + offset } }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(
                            Int32(clamping: values.count), values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
