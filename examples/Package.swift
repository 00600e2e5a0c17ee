// swift-tools-version: 6.2
import PackageDescription

let bridge = Target.Dependency.product(name: "CustomTokenBridge", package: "custom-token-bridge")

let package = Package(
    name: "examples",
    dependencies: [.package(name: "custom-token-bridge", path: "..")],
    targets: ["MintToken", "SignInOnDevice", "SignInWithYahoo", "StaySignedIn", "VerifyIDToken"].map { name in
        .executableTarget(name: name, dependencies: [bridge])
    }
)
