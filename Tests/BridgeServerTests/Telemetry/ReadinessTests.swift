import CustomTokens
import HTTPServer
import Operations
import TestSupport
import Testing
import Threads

@testable import BridgeServer

@Suite("Readiness says when nothing can be minted")
struct ReadinessTests {
    /// Signs, or fails as it is told.
    private final class Signer: CustomTokenSigner {
        private let signer: any CustomTokenSigner
        private let error = Locked<CustomTokenError?>(nil)

        init(_ signer: any CustomTokenSigner) { self.signer = signer }

        func fail(_ error: CustomTokenError?) { self.error.withLock { $0 = error } }

        func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
            if let error = error.withLock({ $0 }) { throw error }
            return try await signer.customToken(for: request)
        }
    }

    private let stage: TestService
    private let signer: Signer

    init() throws {
        stage = try TestService()
        let keys = try TestService.keys(stage.clock)
        signer = Signer(keys.signer)
        try take(signer)
    }

    private func take(_ signer: Signer) throws {
        let keys = try TestService.keys(stage.clock)
        try stage.service.reload(
            TestService.configuration(in: stage.folder),
            keys: ServiceKeys(signer: signer, published: keys.published, stateSecret: keys.stateSecret))
    }

    private func get(_ path: String) async -> Answer {
        Answer(
            response: await TelemetryService(stage.service).response(to: .init(method: "GET", path: path, peer: .local))
        )
    }

    private func ready() async -> String {
        let answer = await get("/healthz/ready")
        #expect(answer.status == 200)
        return answer.text
    }

    private func failures() async -> String? {
        await get("/metrics").text.split(separator: "\n").map(String.init).last {
            $0.hasPrefix("bridge_signer_errors_total")
        }
    }

    @Test(
        "a signer that fails: its code and the count, until it signs again",
        arguments: [CustomTokenError.Code.signerUnavailable, .keyUnavailable, .signerRefused, .signingFailed])
    func signer(code: CustomTokenError.Code) async throws {
        #expect(await ready() == "ready\n")
        #expect(await failures() == "bridge_signer_errors_total 0")
        signer.fail(CustomTokenError(code, "it does not sign"))
        #expect(try await stage.mint().status >= 500)
        #expect(await ready() == "degraded: \(code.rawValue)\n")
        #expect(try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds)).status >= 500)
        #expect(await failures() == "bridge_signer_errors_total 2")
        signer.fail(nil)
        #expect(await ready() == "degraded: \(code.rawValue)\n")
        #expect(try await stage.mint().status == 200)
        #expect(await ready() == "ready\n")
        #expect(await failures() == "bridge_signer_errors_total 2")
    }

    @Test(
        "what a request asks for is no fault of the signer",
        arguments: [CustomTokenError.Code.uidInvalid, .claimsTooLarge])
    func request(code: CustomTokenError.Code) async throws {
        signer.fail(CustomTokenError(code, "it is too long"))
        #expect(try await stage.mint().status == 400)
        #expect(await ready() == "ready\n")
        #expect(await failures() == "bridge_signer_errors_total 0")
    }

    @Test("nor is a request that is given up")
    func cancelled() async throws {
        signer.fail(CustomTokenError(.signerUnavailable, "it was given up"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await stage.mint().status
        }
        task.cancel()
        #expect(try await task.value == 503)
        #expect(await ready() == "ready\n")
        #expect(await failures() == "bridge_signer_errors_total 0")
    }

    @Test("the signer of before says nothing of the one that was taken after it")
    func anotherSigner() async throws {
        signer.fail(CustomTokenError(.signerUnavailable, "it does not sign"))
        #expect(try await stage.mint().status == 503)
        #expect(await ready() == "degraded: SIGNER_UNAVAILABLE\n")
        let before = stage.service.generation
        try take(Signer(TestService.keys(stage.clock).signer))
        #expect(await ready() == "ready\n")
        #expect(before.signer.fault == "SIGNER_UNAVAILABLE")
    }

    @Test("an audit file that takes nothing comes before other faults, until it takes a line")
    func audit() async throws {
        stage.service.readiness.note(fault: "CONFIGURATION_INVALID")
        await stage.audit.close()
        #expect(try await stage.mint().status == 503)
        #expect(await ready() == "degraded: LOG_UNWRITABLE\n")
    }

    @Test("a line that it takes again ends that by itself, and the other fault is told")
    func auditRecovers() async throws {
        let fault = Fault()
        let stage = try TestService(disk: fault)
        func ready() async -> String {
            let request = ServerRequest(method: "GET", path: "/healthz/ready", peer: .local)
            return Answer(response: await TelemetryService(stage.service).response(to: request)).text
        }
        stage.service.readiness.note(fault: "CONFIGURATION_INVALID")
        fault.arm(1)
        #expect(try await stage.mint().status == 503)
        #expect(await ready() == "degraded: LOG_UNWRITABLE\n")
        #expect(try await stage.mint().status == 200)
        #expect(await ready() == "degraded: CONFIGURATION_INVALID\n")
    }
}
