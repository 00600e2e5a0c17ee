import Glibc

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs libFuzzer on the parser that `BRIDGE_FUZZ_TARGET` names.
@main
struct Fuzz {
    static func main() {
        guard FuzzTarget.chosen != nil else {
            print("BRIDGE_FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
            exit(2)
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
        exit(
            unsafe runFuzzer(&count, &arguments) { bytes, count in
                let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
                guard FuzzTarget.chosen?.holds(for: input) ?? false else { abort() }
                return 0
            })
    }
}
