import Threads
import Bridge
import Glibc

/// A thread of a store with a connection of its own: it takes all calls that wait, and commits them together.
final class PostgreSQLWorker {
    /// How many calls share one transaction.
    private static let maximumCalls = 64
    /// How often a transaction is done again that was undone for the sake of another.
    private static let maximumConflicts: UInt32 = 8

    private let address: PostgreSQLAddress
    private let queue: CallQueue<PostgreSQLCall>
    private let pause: ReconnectionPause
    private let missing: PostgreSQLStore.MissingTables
    private var connection: PostgreSQLConnection?

    init(
        _ address: PostgreSQLAddress, _ queue: CallQueue<PostgreSQLCall>, _ pause: ReconnectionPause,
        whereTablesAreMissing missing: PostgreSQLStore.MissingTables
    ) {
        self.missing = missing
        self.address = address
        self.queue = queue
        self.pause = pause
    }

    /// Runs until the queue is closed and empty.
    func run() {
        while let calls = queue.next(atMost: Self.maximumCalls) {
            // All that wait, wait at once: any order of them is right. What locks several records has a transaction of
            // its own: among others it would lock some out of order.
            let single = calls.filter { $0.keys.count < 2 }.sorted { KeyOrder.isBefore($0.keys.first, $1.keys.first) }
            if !single.isEmpty { perform(single[...]) }
            for call in calls where call.keys.count > 1 { perform([call]) }
        }
        connection = nil
        queue.workerHasEnded()
    }

    private func perform(_ calls: ArraySlice<PostgreSQLCall>) {
        do throws(PostgreSQLFault) {
            let deliveries = try repeated(calls)
            for deliver in deliveries { deliver() }
        } catch {
            // What spoils one call must not spoil the others: each by itself.
            if error.kind == .call, calls.count > 1 {
                for index in calls.indices { perform(calls[index...index]) }
            } else {
                let refusal = BridgeError(.storeUnavailable, "PostgreSQL cannot be used: \(error.words)")
                for call in calls { call.refuse(refusal) }
            }
        }
    }

    /// Does a transaction until no other is in its way; and once more where the connection had been lost before.
    private func repeated(_ calls: ArraySlice<PostgreSQLCall>) throws(PostgreSQLFault) -> [PostgreSQLCall.Delivery] {
        var conflicts: UInt32 = 0
        var wasLost = false
        while true {
            let connection = try ready()
            do throws(PostgreSQLFault) {
                return try transaction(calls, on: connection)
            } catch {
                switch error.kind {
                case .conflict where conflicts < Self.maximumConflicts:
                    conflicts += 1
                    usleep(2000 * conflicts)
                case .lost where !wasLost: wasLost = true
                default: throw error
                }
            }
        }
    }

    /// - Throws: `PostgreSQLFault` of the kind `conflict` or `lost` only where nothing was done.
    private func transaction(
        _ calls: ArraySlice<PostgreSQLCall>, on connection: PostgreSQLConnection
    ) throws(PostgreSQLFault) -> [PostgreSQLCall.Delivery] {
        let requests = calls.map(\.request)
        guard calls.contains(where: { $0.need == .writing }) else {
            return try attempt(connection) { () throws(PostgreSQLFault) in
                try Self.deliveries(of: calls, connection.exchange(requests)[...])
            }
        }
        let deliveries = try attempt(connection) { () throws(PostgreSQLFault) in
            let answers = try connection.exchange([PostgreSQLRequest(PostgreSQLStatements.begin)] + requests)
            return try Self.deliveries(of: calls, answers.dropFirst())
        }
        do throws(PostgreSQLFault) {
            _ = try attempt(connection) { () throws(PostgreSQLFault) in
                try connection.exchange([PostgreSQLRequest(PostgreSQLStatements.commit)])
            }
        } catch {
            guard error.kind == .lost else { throw error }
            // Perhaps it is done, perhaps not: doing it again could decide a second time.
            throw PostgreSQLFault("the connection was lost while a change was committed: \(error.words)", .connection)
        }
        return deliveries
    }

    private static func deliveries(
        of calls: ArraySlice<PostgreSQLCall>, _ answers: ArraySlice<PostgreSQLResult>
    ) throws(PostgreSQLFault) -> [PostgreSQLCall.Delivery] {
        var deliveries: [PostgreSQLCall.Delivery] = []
        for (call, answer) in zip(calls, answers) { deliveries.append(try call.read(answer)) }
        return deliveries
    }

    /// Does a part of a transaction; after a fault the connection is out of it, or gone.
    private func attempt<Result>(
        _ connection: PostgreSQLConnection, _ body: () throws(PostgreSQLFault) -> Result
    ) throws(PostgreSQLFault) -> Result {
        do throws(PostgreSQLFault) {
            return try body()
        } catch {
            switch error.kind {
            case .lost, .connection: self.connection = nil
            case .conflict, .call, .server:
                do throws(PostgreSQLFault) {
                    _ = try connection.exchange([PostgreSQLRequest(PostgreSQLStatements.rollback)])
                } catch {
                    self.connection = nil
                }
            }
            throw error
        }
    }

    private func ready() throws(PostgreSQLFault) -> PostgreSQLConnection {
        if let connection, connection.isOpen { return connection }
        connection = nil
        try pause.check()
        do throws(PostgreSQLFault) {
            let opened = try PostgreSQLConnection(address)
            try PostgreSQLSchema.prepare(opened, whereTablesAreMissing: missing)
            pause.end()
            connection = opened
            return opened
        } catch {
            pause.begin(error)
            throw PostgreSQLFault(error.words, .connection)
        }
    }
}
