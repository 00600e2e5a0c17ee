import Foundation
import StrictJSON
import TestSupport

/// A running bridge that is its own issuer on loopback, with a provider.
struct LoginServed {
    let provider: ScriptedProvider
    let plant: Plant
    let served: Served
    let address: String

    init() throws {
        provider = try ScriptedProvider(["/.well-known/openid-configuration": (200, ScriptedProvider.metadata())])
        let port = try Self.freePort()
        address = "http://127.0.0.1:\(port)"
        plant = try Plant(
            issuer: provider.origin, provider: #""client_secret": {"env": "PLANT_SECRET"},"#,
            members: ServePlant.members(listen: "127.0.0.1:\(port)"))
        let path = "\(plant.folder.path)/bridge.json"
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        try plant.folder.write(
            [UInt8](text.replacingOccurrences(of: "https://bridge.example", with: address).utf8), to: "bridge.json",
            mode: 0o644)
        served = try Served(plant.folder, environment: ServePlant.environment)
    }

    /// Lets the provider say yes to a person that the bridge has sent on to it.
    ///
    /// - Parameter nonce: The nonce of the bridge's request.
    /// - Throws: What signing throws.
    func grant(nonce: String) throws {
        try provider.answer([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()),
            "/token_endpoint": (200, PlantServer.tokens(try plant.token(["nonce": .string(nonce)]))),
        ])
    }

    /// The person enters a code, approves and signs in.
    func approve(_ userCode: String) throws {
        let door = try served.door
        let (page, cookie) = try ServeDevice(door: door).approve(userCode)
        let onward = try ServeDevice.onward(page)
        try grant(nonce: onward.parameter("nonce"))
        let back = try door.get("/callback/plant?code=c1&state=\(onward.parameter("state"))", ["Cookie": cookie])
        guard back.values("Location") == ["/device/done"] else { throw ServeFailure("\(back.head)\(back.text)") }
    }

    /// What a token is found to be for by `explain`.
    func explain(_ token: String) throws -> Subprocess {
        try TokenBridge.run(
            ["explain", "--service-account", "key.json", "--output", "json"], in: plant.folder,
            input: [UInt8](token.utf8))
    }

    /// A port that nobody listens on.
    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw ServeFailure("there is no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
