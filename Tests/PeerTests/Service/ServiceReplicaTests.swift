import StrictJSON
import Testing

extension ServiceTests {
    @Suite("Two services with one store", .enabled(if: ServiceReplicas.canRun, "PostgreSQL is not installed"))
    struct ServiceReplicaTests {
        /// How many answers are good, if each other one was refused for one reason.
        private static func successes(
            _ answers: [ServiceAnswer], others code: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Int {
            for answer in answers where answer.status != 200 {
                #expect(answer.status == 400, sourceLocation: sourceLocation)
                #expect(try answer.object()["error_code"] == .string(code), sourceLocation: sourceLocation)
                #expect(try answer.object()["access_token"] == nil, sourceLocation: sourceLocation)
            }
            return answers.count { $0.status == 200 }
        }

        @Test("PRV-12: an ID token that one of them has taken is replayed at the other")
        func replay() async throws {
            let both = try await ServiceReplicas.shared()
            let peer = try await #require(ServicePeer.Kind.available.first).running()
            let (token, nonce) = try await ServiceTests.idToken(of: "web", at: peer)
            let first = try await both.first.exchange("id_token", token, of: peer, nonce: nonce)
            _ = try await ServiceTests.uid(of: first, from: both.first)
            for service in [both.second, both.first] {
                try await ServiceTests.expectRefusal(
                    service.exchange("id_token", token, of: peer, nonce: nonce), "CREDENTIAL_REPLAYED")
            }
        }

        @Test("PRV-12: of many that bring one ID token to both at once, one gets a custom token")
        func race() async throws {
            let both = try await ServiceReplicas.shared()
            let peer = try await #require(ServicePeer.Kind.available.first).running()
            let (token, nonce) = try await ServiceTests.idToken(of: "web", at: peer)
            let answers = try await Self.gather(6) { index in
                try await (index % 2 == 0 ? both.first : both.second)
                    .exchange("id_token", token, of: peer, nonce: nonce)
            }
            #expect(try Self.successes(answers, others: "CREDENTIAL_REPLAYED") == 1)
        }

        @Test("8628: a device code that is polled at both at once brings one custom token")
        func deviceCode() async throws {
            let both = try await ServiceReplicas.shared()
            let peer = try await #require(ServicePeer.Kind.available.last).running()
            let device = try await ServiceDevice(both.first)
            _ = try await device.approve(as: .alice, at: peer)
            let answers = try await Self.gather(6) { index in
                try await device.poll(at: index % 2 == 0 ? both.first : both.second)
            }
            #expect(try Self.successes(answers, others: "GRANT_INVALID") == 1, "\(answers.map(\.text))")
            for answer in answers where answer.status == 200 {
                _ = try await ServiceTests.uid(of: answer, from: both.second)
            }
            try await ServiceTests.expectRefusal(
                device.poll(at: both.second), "GRANT_INVALID", error: "invalid_grant")
        }

        /// What some do at the same time.
        private static func gather(
            _ count: Int, _ body: @escaping @Sendable (Int) async throws -> ServiceAnswer
        ) async throws -> [ServiceAnswer] {
            try await withThrowingTaskGroup(of: ServiceAnswer.self) { group in
                for index in 0..<count { group.addTask { try await body(index) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }
}
