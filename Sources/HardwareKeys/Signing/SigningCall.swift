/// A signature that somebody waits for.
struct SigningCall: Sendable {
    let input: HardwareSigningInput
    let continuation: CheckedContinuation<Result<[UInt8], HardwareKeyError>, Never>
}
