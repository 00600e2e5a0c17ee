// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "examples",
    dependencies: [.package(name: "custom-token-bridge", path: "..")],
    targets: [
        .executableTarget(
            name: "MintToken", dependencies: [.product(name: "CustomTokenBridge", package: "custom-token-bridge")])
    ]
)
