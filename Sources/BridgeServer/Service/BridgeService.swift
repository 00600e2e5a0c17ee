import Threads
import Providers
import Bridge
public import Configuration
import Cryptography
import Failures
public import HTTPServer
public import OAuthClient
import Operations
import Pages
import StrictJSON

/// The service: answers every request by the configuration that holds at the moment.
public final class BridgeService: RequestHandler {
    /// What makes the way to a provider; for nil, to whatever clients publish.
    public typealias TransportFactory = @Sendable (ProviderEntry?) throws -> any HTTPTransport
    /// What makes all ways outside that a configuration asks for.
    public typealias Transports = @Sendable (BridgeConfiguration) throws -> TransportFactory

    let resources: ServiceResources
    let metrics: BridgeMetrics
    /// What works, beside what the store and the clock say.
    let readiness = Readiness()
    private let current: Locked<Generation>
    private let transports: Transports
    let callerLimiter: CallerLimiter
    let clientLimiter: TokenBucketLimiter
    private let clientDelay = FailureDelay()
    /// How many lines tell of what the server refuses by itself.
    let refusalLines = TokenBucketLimiter(TokenBucketLimiter.Rate(burst: 10, interval: .seconds(1)))

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - keys: What signs.
    ///   - resources: What outlives configurations.
    ///   - version: The version of the program, for the metrics.
    ///   - transports: Makes the ways outside, for each configuration; those to providers that are configured as before
    ///     stay.
    /// - Throws: What is wrong with the configuration.
    public init(
        _ configuration: BridgeConfiguration, keys: ServiceKeys, resources: ServiceResources, version: String,
        transports: @escaping Transports
    ) throws {
        self.resources = resources
        self.transports = transports
        callerLimiter = CallerLimiter(configuration.limits.requests)
        clientLimiter = TokenBucketLimiter(configuration.limits.clientRequests)
        metrics = BridgeMetrics(names: MetricNames(configuration), version: version)
        current = Locked(try Self.generation(configuration, keys, resources, metrics, transports, after: nil))
        metrics.setKeys(keys.metrics)
    }

    /// Goes on with another configuration; requests that have begun end with the one they began with.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - keys: What signs.
    /// - Throws: What is wrong with it; then nothing has changed.
    public func reload(_ configuration: BridgeConfiguration, keys: ServiceKeys) throws {
        take(try generation(for: configuration, keys: keys))
    }

    /// Makes all that a configuration needs; nothing is taken yet.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - keys: What signs.
    /// - Returns: What `take` goes on with.
    /// - Throws: What is wrong with it.
    func generation(for configuration: BridgeConfiguration, keys: ServiceKeys) throws -> Generation {
        try Self.generation(configuration, keys, resources, metrics, transports, after: generation)
    }

    /// Goes on with what was made; requests that have begun end with the one they began with.
    ///
    /// - Parameter generation: What was made.
    func take(_ generation: Generation) {
        let keys = generation.keys
        callerLimiter.use(generation.configuration.limits.requests)
        clientLimiter.use(generation.configuration.limits.clientRequests)
        // Before the first request that may name a new one.
        metrics.setProviders(generation.configuration)
        current.withLock { $0 = generation }
        metrics.setKeys(keys.metrics)
    }

    /// What answers requests now.
    var generation: Generation { current.withLock { $0 } }

    /// Goes on with other keys and all else as it is; requests that have begun end with the ones they began with.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - generation: What they were read for.
    /// - Returns: What answers from now on; nil where another has taken its place meanwhile, and nothing was taken.
    /// - Throws: `CryptographyError` or `CredentialError`; then nothing has changed.
    func take(_ keys: ServiceKeys, insteadOf generation: Generation) throws -> Generation? {
        let next = try Generation(generation, keys: keys, resources: resources, metrics: metrics)
        let isTaken = current.withLock { current in
            guard current === generation else { return false }
            current = next
            return true
        }
        guard isTaken else { return nil }
        metrics.setKeys(keys.metrics)
        return next
    }

    private static func generation(
        _ configuration: BridgeConfiguration, _ keys: ServiceKeys, _ resources: ServiceResources,
        _ metrics: BridgeMetrics, _ transports: Transports, after other: Generation?
    ) throws -> Generation {
        let transport = try transports(configuration)
        return try Generation(
            configuration, keys: keys, resources: resources, metrics: metrics, after: other,
            transport: { entry in
                ObservedTransport(try transport(entry), metrics: metrics, clock: resources.clock)
            },
            clientTransport: try transport(nil))
    }

    /// Answers a request.
    public func response(to request: ServerRequest) async -> ServerResponse {
        let start = ContinuousClock.now
        metrics.requestBegan()
        let generation = current.withLock { $0 }
        let caller = CallerAddress.resolve(request, trustedProxies: generation.trustedProxies)
        guard let context = try? RequestContext(headers: request.headers, caller: caller, random: resources.random)
        else {
            metrics.requestEnded(route: "none", status: 500, duration: start.duration(to: .now))
            return ServerResponse(status: 500)
        }
        let match = RouteMatch(request.path, prefix: generation.pathPrefix)
        var response = await RequestTrace.$context.withValue(context) {
            await answer(request, match, caller, context, generation)
        }
        response.headers.append(RequestID.headerName, context.requestID.text)
        let route = match?.route.rawValue ?? "none"
        let duration = start.duration(to: .now)
        metrics.requestEnded(route: route, status: response.status, duration: duration)
        resources.log.info(
            "request answered",
            [
                "method": .text(request.method), "route": .identifier(route), "status": .number(Int64(response.status)),
                "duration": .duration(duration), "caller": .address(caller.address),
            ], in: context)
        return response
    }

    private func answer(
        _ request: ServerRequest, _ match: RouteMatch?, _ caller: CallerAddress, _ context: RequestContext,
        _ generation: Generation
    ) async -> ServerResponse {
        guard let match else {
            return ErrorAnswer.problem(
                status: 404, code: "NOT_FOUND", detail: "there is nothing at this path", requestID: context.requestID)
        }
        let incoming = IncomingRequest(http: request, match: match, caller: caller, context: context)
        let origins = OriginPolicy(generation.configuration.allowedOrigins, match.route)
        if let preflight = origins.preflight(request) { return preflight }
        guard match.route.methods.contains(where: { $0.utf8.elementsEqual(request.method.utf8) }) else {
            return origins.allowing(
                HTTPRefusal.methodNotAllowed(match.route).response(to: incoming, generation), request)
        }
        if case .limited(let seconds) = admission(of: caller) {
            return origins.allowing(
                failed(
                    BridgeError(
                        .rateLimited, "too many requests from this network", retryAfter: Int64(seconds), limit: .network
                    ), incoming, generation), request)
        }
        return origins.allowing(await dispatched(incoming, generation), request)
    }

    private func dispatched(_ request: IncomingRequest, _ generation: Generation) async -> ServerResponse {
        do {
            switch request.match.route {
            case .token:
                return try await TokenEndpoint(service: self, generation: generation, delay: clientDelay)
                    .response(to: request)
            case .deviceAuthorization:
                return try await DeviceAuthorizationEndpoint(
                    service: self, generation: generation, delay: clientDelay
                ).response(to: request)
            case .device, .deviceOutcome:
                return try await DevicePages(service: self, generation: generation).response(to: request)
            case .authorize:
                return try await AuthorizePages(service: self, generation: generation).response(to: request)
            case .callback:
                return try await CallbackPages(service: self, generation: generation).response(to: request)
            case .metadata: return generation.documents.metadata.response(to: request.http)
            case .keys: return generation.documents.keys.response(to: request.http)
            case .description: return generation.documents.description.response(to: request.http)
            }
        } catch {
            return failed(error, request, generation)
        }
    }

    /// What a failure is answered with; the log gets the whole of it.
    func failed(_ error: any Error, _ request: IncomingRequest, _ generation: Generation) -> ServerResponse {
        let failure = note(error, request)
        let answer = ErrorAnswer(failure: failure, requestID: request.context.requestID)
        switch request.match.route.errorForm {
        case .oauth: return answer.oauth
        case .problem: return answer.problem
        case .page: return PageAnswers(generation: generation, request: request).problem(failure)
        }
    }

    /// Notes a failure in log and metrics, whatever it is answered with.
    @discardableResult
    func note(_ error: any Error, _ request: IncomingRequest) -> Failure {
        let failure = Failure(error)
        if let error = error as? BridgeError {
            if error.code == .storeUnavailable { metrics.storeFailed() }
            if let limit = error.limit { noteRefusal(by: limit, error, request) }
        }
        // Whoever was told that it took too long does not wait any more: nothing is wrong with us but that.
        let isFault = failure.httpOutcome.status >= 500 && !(error is CancellationError)
        let level: LogLevel = isFault ? .error : .info
        resources.log.record(
            level, "request refused",
            ["code": .identifier(failure.code), "reason": .reason(of: failure)], in: request.context)
        return failure
    }
}
