import Threads
import Bridge
import StrictJSON

/// The thread of a store: it takes all calls that wait, and makes them durable together.
final class SQLiteWorker {
    /// How many calls share one transaction: another process waits for its end.
    private static let maximumCalls = 256

    private let path: String
    private let queue: CallQueue<SQLiteCall>
    private var opened: (file: SQLiteFile, records: SQLiteRecords)?

    init(path: String, queue: CallQueue<SQLiteCall>) {
        self.path = path
        self.queue = queue
    }

    /// Runs until the queue is closed and empty.
    func run() {
        while let calls = queue.next(atMost: Self.maximumCalls) { perform(calls[...]) }
        opened = nil
        queue.workerHasEnded()
    }

    private func perform(_ calls: ArraySlice<SQLiteCall>) {
        do throws(StoreFault) {
            let deliveries = try transaction(calls)
            for deliver in deliveries { deliver() }
        } catch {
            if error.scope == .connection { opened = nil }
            // What spoils one call must not spoil the others: each by itself.
            if error.scope == .call, calls.count > 1 {
                for index in calls.indices { perform(calls[index...index]) }
            } else {
                let refusal = StoreFault("the store \(path.quotedExcerpt) cannot be used: \(error.words)", error.scope)
                for call in calls { call.refuse(refusal.error) }
            }
        }
    }

    private func transaction(_ calls: ArraySlice<SQLiteCall>) throws(StoreFault) -> [SQLiteCall.Delivery] {
        let records = try ready()
        let isReading = calls.allSatisfy { $0.need == .reading }
        return try records.transaction(isReading ? "BEGIN" : "BEGIN IMMEDIATE") { () throws(StoreFault) in
            var deliveries: [SQLiteCall.Delivery] = []
            deliveries.reserveCapacity(calls.count)
            for call in calls { deliveries.append(try call.work(records)) }
            return deliveries
        }
    }

    private func ready() throws(StoreFault) -> SQLiteRecords {
        if let opened {
            try opened.file.checkPresence()
            return opened.records
        }
        let file = try SQLiteFile(preparing: path)
        let connection = try SQLiteConnection(path: file.path)
        try SQLiteSchema.prepare(connection)
        let records = try SQLiteRecords(connection)
        // Between the look at it and its opening, somebody may have put another there.
        try file.checkPresence()
        opened = (file, records)
        return records
    }
}
