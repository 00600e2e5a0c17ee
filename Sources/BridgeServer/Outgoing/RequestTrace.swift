import Operations

/// The request that a task works for, by which requests to providers are named (W3C Trace Context).
enum RequestTrace: Sendable {
    @TaskLocal static var context: RequestContext?
}
