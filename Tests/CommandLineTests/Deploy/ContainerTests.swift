import Foundation
import TestSupport
import Testing

@Suite("What containers may do, and how they are asked")
struct ContainerTests {
    @Test(
        "the pod has no rights that the service does not need",
        arguments: [
            "runAsNonRoot: true", "runAsUser: 65532", "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false",
            #"capabilities: {drop: ["ALL"]}"#, "automountServiceAccountToken: false",
            "seccompProfile: {type: RuntimeDefault}", "secret: {secretName: token-bridge, defaultMode: 0440}",
        ])
    func rights(line: String) throws {
        let lines = try DeploySamples.text("kubernetes.yaml").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains { $0 == line || $0.hasSuffix(" \(line)") })
    }

    @Test("probes ask what the service answers: readiness takes it out of the traffic, liveness ends it")
    func probes() throws {
        let served = try Served(try ServePlant.folder().folder, environment: ServePlant.environment)
        let lines = try DeploySamples.text("kubernetes.yaml").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        var paths: [String: String] = [:]
        for (line, next) in zip(lines, lines.dropFirst()) where line.hasSuffix("Probe:") {
            let start = try #require(next.range(of: "httpGet: {path: ")).upperBound
            #expect(next.hasSuffix(", port: telemetry}"))
            paths[String(line.dropLast())] = String(next[start...].prefix { $0 != "," })
        }
        #expect(
            paths == [
                "startupProbe": "/healthz/live", "livenessProbe": "/healthz/live", "readinessProbe": "/healthz/ready",
            ])
        for path in paths.values { #expect(try served.telemetry.get(path).status == 200) }
        let telemetry = try #require(try DeploySamples.variables("kubernetes.yaml")["TOKEN_BRIDGE_TELEMETRY"])
        let port = try #require(telemetry.split(separator: ":").last)
        #expect(lines.contains("- {name: telemetry, containerPort: \(port)}"))
    }

    @Test("no example trusts every caller to be a proxy", arguments: ["kubernetes.yaml", "cloudrun.yaml"])
    func proxies(file: String) throws {
        let proxies = try #require(try DeploySamples.variables(file)["TOKEN_BRIDGE_TRUSTED_PROXIES"])
        let networks = proxies.split(separator: ",")
        #expect(!networks.isEmpty)
        for network in networks { #expect(Int(network.split(separator: "/").last ?? "").map { $0 >= 8 } == true) }
    }
}
