/// What other threads leave for the thread of `TransferLoop`.
struct TransferMailbox {
    /// Where the loop is in its life, which goes one way.
    enum Stage {
        /// It takes transfers.
        case open
        /// It is asked to end, and takes nothing more.
        case closing
        /// It is ending: libcurl must not be woken up any more.
        case closed
        /// It has ended.
        case ended
    }

    var stage = Stage.open
    var submissions: [Transfer] = []
    var cancellations: [UInt64] = []
    var waitersForEnd: [CheckedContinuation<Void, Never>] = []
}
