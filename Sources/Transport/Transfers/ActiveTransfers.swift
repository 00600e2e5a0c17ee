import CCurl
import OAuthClient

/// The transfers of a `TransferLoop`, waiting or under way: for its thread alone.
final class ActiveTransfers {
    /// The longest wait where nothing is to be done; whoever has something wakes the thread up.
    private static let longestWait = 60_000

    private let multi: MultiHandle
    private let options: TransferOptions
    private let maximum: Int
    private var waiting: [Transfer] = []
    /// Those under way, by the identity of their handles.
    private var underWay: [UInt: Transfer] = [:]

    init(multi: MultiHandle, options: TransferOptions, maximum: Int) {
        self.multi = multi
        self.options = options
        self.maximum = maximum
    }

    func add(_ transfers: [Transfer]) {
        waiting += transfers
    }

    func cancel(_ numbers: [UInt64], _ cause: String) {
        guard !numbers.isEmpty else { return }
        let numbers = Set(numbers)
        abandon(.cancelled, cause) { numbers.contains($0.number) }
    }

    func abandonAll(_ code: OAuthClientError.Code, _ cause: String) {
        abandon(code, cause) { _ in true }
    }

    /// Does all that can be done without waiting.
    ///
    /// - Parameter now: The time.
    /// - Returns: How many milliseconds may be waited; 0 for not at all.
    func advance(at now: ContinuousClock.Instant) -> Int {
        abandon(.providerUnavailable, "there was no whole answer in time") { $0.deadline <= now }
        beginWaiting()
        do throws(CurlRefusal) {
            try multi.perform()
        } catch {
            abandonAll(.providerUnavailable, "libcurl failed")
        }
        var isSlotFree = false
        while let (identity, code) = multi.nextDone() {
            guard let transfer = underWay.removeValue(forKey: identity) else { continue }
            remove(transfer)
            transfer.finish(code)
            isSlotFree = true
        }
        if isSlotFree, !waiting.isEmpty { return 0 }
        let next = (waiting.lazy.map(\.deadline) + underWay.values.lazy.map(\.deadline)).min()
        return next.map { min($0 - now, .milliseconds(Self.longestWait)).milliseconds } ?? Self.longestWait
    }

    private func beginWaiting() {
        let next = waiting.prefix(max(0, maximum - underWay.count))
        waiting.removeFirst(next.count)
        for transfer in next {
            do throws(CurlRefusal) {
                guard let handle = transfer.begin(options) else { throw CurlRefusal() }
                try multi.add(handle)
                underWay[handle.identity] = transfer
            } catch {
                transfer.abandon(.providerUnavailable, "libcurl did not take the request")
            }
        }
    }

    private func abandon(_ code: OAuthClientError.Code, _ cause: String, where isMeant: (Transfer) -> Bool) {
        for transfer in waiting where isMeant(transfer) { transfer.abandon(code, cause) }
        waiting.removeAll(where: isMeant)
        for (identity, transfer) in underWay where isMeant(transfer) {
            underWay[identity] = nil
            // The phase is asked of the handle, so the end comes before the removal.
            transfer.abandon(code, cause)
            remove(transfer)
        }
    }

    private func remove(_ transfer: Transfer) {
        if let handle = transfer.handle { multi.remove(handle) }
    }
}
