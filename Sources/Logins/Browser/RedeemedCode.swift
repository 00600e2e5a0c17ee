/// What redeeming the code of a response brought.
enum RedeemedCode<Value: Sendable, Fault: Error>: Sendable {
    /// It was redeemed, or failed in a way that another code would not cure.
    case ended(Result<Value, Fault>)
    /// The server knows no such code, or is out of order and cannot tell; why, in words that quote none.
    case codeUnknown(Fault, reason: String)

    /// The end where the code was the response's own, and there will be no other.
    var result: Result<Value, Fault> {
        switch self {
        case .ended(let result): result
        case .codeUnknown(let fault, _): .failure(fault)
        }
    }
}
