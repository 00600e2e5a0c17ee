import Testing

@testable import Operations

@Suite("The pipe for signals")
struct SignalPipeTests {
    @Test("A thread that cannot be started is an error, and whoever asks next tries again")
    func noThread() throws {
        let pipe = SignalPipe()
        let (_, continuation) = AsyncStream.makeStream(of: ServiceSignal.self)
        var tries = 0
        func deliver(_ starts: Bool) throws {
            try pipe.deliver(to: continuation) { _ in
                tries += 1
                return starts
            }
        }
        for _ in 0..<2 { #expect(throws: OperationsError.noThread) { try deliver(false) } }
        try deliver(true)
        try deliver(false)
        #expect(tries == 3)
    }
}
