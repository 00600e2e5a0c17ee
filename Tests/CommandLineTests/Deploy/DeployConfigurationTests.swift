import Foundation
import TestSupport
import Testing

@Suite("The configurations of examples/deploy")
struct DeployConfigurationTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(DeploySamples.folder)/bridge.json"), to: "etc/bridge.json")
        try folder.write(
            try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "secrets/service-account.json")
        try folder.write([UInt8]("a-secret-of-some-length\n".utf8), to: "secrets/yahoo-secret")
        try folder.write(
            [UInt8]("postgresql://bridge:a-password@db.example/bridge?sslmode=verify-full\n".utf8),
            to: "secrets/postgresql-url")
    }

    /// Mounted files are in the test's own folder; everything else is as the example has it.
    private func check(_ variables: [String: String]) throws -> Subprocess {
        let moved = variables.mapValues { value in
            value.hasPrefix("/run/")
                ? "\(folder.path)/secrets/\(value[value.index(after: value.lastIndex(of: "/") ?? value.startIndex)...])"
                : value
        }
        return try TokenBridge.run(["config", "check", "--config", "etc/bridge.json"], in: folder, environment: moved)
    }

    @Test(
        "pass the check with the variables of each file, without a warning",
        arguments: ["kubernetes.yaml", "cloudrun.yaml"])
    func containers(file: String) throws {
        let variables = try DeploySamples.variables(file)
        #expect(variables.count >= 6)
        #expect(Set(["TOKEN_BRIDGE_LISTEN", "TOKEN_BRIDGE_STORE_FILE"]).isSubset(of: variables.keys))
        let result = try check(variables)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text == "etc/bridge.json is right\n")
    }

    @Test("pass it as the service of systemd has them, whose credentials are those that the unit loads")
    func systemd() throws {
        let credentials = "/run/credentials/token-bridge.service"
        let names = try DeploySamples.values("LoadCredential", in: "token-bridge.service")
            .map { String($0.prefix { $0 != ":" }) }
        #expect(names.count == 2)
        let text = try DeploySamples.text("bridge.json")
        for name in names { #expect(text.contains("\"\(credentials)/\(name)\"")) }
        #expect(text.components(separatedBy: credentials).count == names.count + 1)
        let settings = try DeploySamples.values("Environment", in: "token-bridge.service")
        let audit = try #require(settings.first { $0.hasPrefix("TOKEN_BRIDGE_AUDIT_FILE=/var/lib/token-bridge/") })
        let result = try check([
            "TOKEN_BRIDGE_AUDIT_FILE": String(audit.drop { $0 != "/" }),
            "TOKEN_BRIDGE_KEYS_SERVICE_ACCOUNT": "\(credentials)/service-account.json",
            "TOKEN_BRIDGE_PROVIDERS_YAHOO_CLIENT_SECRET_FILE": "\(credentials)/yahoo-secret",
        ])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }

    @Test("do not pass it where a file is missing")
    func missing() throws {
        var variables = try DeploySamples.variables("kubernetes.yaml")
        variables["TOKEN_BRIDGE_KEYS_SERVICE_ACCOUNT"] = "/run/secrets/other.json"
        #expect(try check(variables).status == 3)
    }

    @Test("say what a container's image and its run agree on", arguments: ["kubernetes.yaml", "cloudrun.yaml"])
    func ports(file: String) throws {
        let listen = try #require(try DeploySamples.variables(file)["TOKEN_BRIDGE_LISTEN"])
        let port = try #require(listen.split(separator: ":").last)
        #expect(try DeploySamples.text(file).contains("containerPort: \(port)"))
        #expect(try DeploySamples.text("Dockerfile").contains("EXPOSE \(port)\n"))
    }
}
