import Threads
import CMicrohttpd
import Synchronization

/// One request and its response.
///
/// Sendable: what is not behind the lock is touched by libmicrohttpd's thread alone; the pointer is also used to resume the
/// connection, once, while it is suspended and so cannot end.
@safe final class Exchange: @unchecked Sendable {
    private enum Stage {
        /// The head is to be checked.
        case head
        /// The body is arriving.
        case body(ReceivedHead)
        /// A handler works on it.
        case waiting
        /// The response is under way.
        case answered
        /// So it is, and the request was not read to its end.
        case refused
    }

    private struct Work {
        var task: Task<Void, Never>?
        /// Whether somebody answers already.
        var isTaken = false
        var response: ServerResponse?
    }

    private let connection: ServerConnection
    private let pointer: OpaquePointer
    private let target: ReceivedTarget
    private var stage = Stage.head
    private var body: [UInt8] = []
    private var isTooLong = false
    private var isCounted = false
    private var fields = HeaderFields()
    private var isChunked = false
    private(set) var handlerDeadline: Int64 = 0
    private let work = Locked(Work())

    private var core: ServerCore { connection.core }

    @unsafe init(on connection: ServerConnection, _ pointer: OpaquePointer, target: ReceivedTarget) {
        self.connection = connection
        unsafe self.pointer = unsafe pointer
        self.target = target
    }

    /// Takes a part of the body; what is beyond the limit is read away, because it cannot be answered before its end.
    ///
    /// - Returns: Whether the connection goes on.
    @unsafe func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard case .body = stage else { return false }
        guard !isTooLong, body.count + bytes.count <= core.configuration.bodyBytes else {
            isTooLong = true
            body = []
            return true
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Goes on after the head, after the body, and after the handler.
    ///
    /// - Returns: Whether the connection goes on.
    @unsafe func advance(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> Bool {
        switch stage {
        case .head:
            let size = unsafe bridge_mhd_head_size(core.library.table, pointer)
            let reader = unsafe HeadReader(method: method, target: target, version: version, size: size)
            return unsafe takeHead(reader.read(from: pointer, core.library, core.configuration))
        case .body(let head):
            connection.awaitHandler()
            guard !isTooLong else { return refuse(.bodyTooLong) }
            if isChunked, let cause = unsafe TrailerFields.refusal(on: pointer, core.library) { return refuse(cause) }
            return dispatch(head)
        case .waiting:
            guard let response = work.withLock({ $0.response }) else { return false }
            stage = .answered
            return queue(response)
        case .answered, .refused:
            return false
        }
    }

    /// Ends the exchange: its response is sent, or the connection is gone.
    func complete() {
        switch stage {
        // In the first two stages libmicrohttpd has refused the request by itself, or the caller has gone.
        case .head, .body, .refused: connection.lingers.store(true, ordering: .relaxed)
        case .waiting, .answered: if isChunked { connection.lingers.store(true, ordering: .relaxed) }
        }
        if isCounted { core.openRequests.subtract(1, ordering: .acquiringAndReleasing) }
        connection.awaitCaller(core.configuration.idleDeadline)
    }

    private func takeHead(_ outcome: HeadOutcome) -> Bool {
        let head: ReceivedHead
        switch outcome {
        case .refused(let cause): return refuse(cause)
        case .read(let read): head = read
        }
        fields = head.fields
        core.openRequests.add(1, ordering: .sequentiallyConsistent)
        isCounted = true
        if core.isDraining.load(ordering: .sequentiallyConsistent) { return refuse(.stopping) }
        if let length = head.announcedLength {
            guard length <= core.configuration.bodyBytes else { return refuse(.bodyTooLong) }
            body.reserveCapacity(length)
        }
        isChunked = head.isChunked
        stage = .body(head)
        if head.hasBody { connection.awaitCaller(core.configuration.bodyDeadline) }
        return true
    }

    /// Gives the request to the handler, and suspends the connection meanwhile.
    private func dispatch(_ head: ReceivedHead) -> Bool {
        let running = core.runningHandlers.add(1, ordering: .acquiringAndReleasing).newValue
        guard running <= core.configuration.requestsInFlight else {
            core.runningHandlers.subtract(1, ordering: .acquiringAndReleasing)
            stage = .answered
            return queue(refusal(.overloaded))
        }
        // In this order: once the server is closed and none is suspended, none will be.
        core.suspendedConnections.add(1, ordering: .sequentiallyConsistent)
        guard !core.isClosed.load(ordering: .sequentiallyConsistent) else {
            core.suspendedConnections.subtract(1, ordering: .sequentiallyConsistent)
            core.runningHandlers.subtract(1, ordering: .acquiringAndReleasing)
            return refuse(.stopping)
        }
        let request = ServerRequest(
            method: head.method, path: head.path, query: head.query, headers: head.fields, body: body,
            peer: connection.peer, scheme: connection.daemon.scheme)
        body = []
        stage = .waiting
        handlerDeadline = core.moment(after: core.configuration.handlerDeadline)
        // Suspended first: who finds the exchange among those that wait may resume it.
        unsafe bridge_mhd_suspend(core.library.table, pointer)
        core.waiting.withLock { $0[ObjectIdentifier(self)] = self }
        let task = Task { [core, self] in
            let response = await core.handler.response(to: request)
            answer { response }
            core.runningHandlers.subtract(1, ordering: .acquiringAndReleasing)
        }
        let isOver = work.withLock { work in
            work.task = work.isTaken ? nil : task
            return work.isTaken
        }
        if isOver { task.cancel() }
        return true
    }

    /// Answers the caller with 503 and cancels the handler, unless the caller is answered already.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    func expire() -> Bool {
        let task = work.withLock { $0.task }
        guard answer({ refusal(.outOfTime) }) else { return false }
        task?.cancel()
        return true
    }

    /// Keeps the first answer, which nobody else is asked for, and resumes the connection for it.
    @discardableResult
    private func answer(_ response: () -> ServerResponse) -> Bool {
        let isFirst = work.withLock { work in
            guard !work.isTaken else { return false }
            work.isTaken = true
            work.task = nil
            return true
        }
        guard isFirst else { return false }
        let response = response()
        work.withLock { $0.response = response }
        _ = core.waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
        let core = core
        unsafe bridge_mhd_resume(core.library.table, pointer)
        core.suspendedConnections.subtract(1, ordering: .sequentiallyConsistent)
        return true
    }

    /// Answers without a handler, and closes the connection.
    private func refuse(_ cause: RefusedRequest.Cause) -> Bool {
        stage = .refused
        var response = refusal(cause)
        response.headers.append("Connection", "close")
        return queue(response)
    }

    /// What the handler says to a request that it does not get.
    private func refusal(_ cause: RefusedRequest.Cause) -> ServerResponse {
        core.handler.response(
            toRefused: RefusedRequest(
                cause, path: target.path, headers: fields, peer: connection.peer, scheme: connection.daemon.scheme))
    }

    private func queue(_ response: ServerResponse) -> Bool {
        connection.awaitFetching(core.configuration.responseDeadline)
        var outgoing = OutgoingResponse(response)
        if core.isDraining.load(ordering: .relaxed) || connection.daemon.isRetired.load(ordering: .relaxed) {
            outgoing.closesConnection = true
        }
        // libmicrohttpd ends the lines between chunks at LF alone too, which nobody outside it sees. Where another reader
        // finds another end of the body, what follows must not become a request.
        if isChunked { outgoing.closesConnection = true }
        return unsafe outgoing.queue(on: pointer, core.library)
    }
}
