// swift-tools-version: 6.2
import PackageDescription

/// Set FUZZ=1 to instrument the libraries for libFuzzer and to build the `Fuzz` executable.
let isFuzzing = Context.environment["FUZZ"] != nil

/// One array for every target: what holds for one holds for all.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .treatWarning("ExplicitSendable", as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])] : [])

let systemLibraries: [Target] = [
    .systemLibrary(
        name: "CJansson", path: "Sources/System/CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(
        name: "COpenSSL", path: "Sources/System/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
        name: "CJWT", path: "Sources/System/CJWT", pkgConfig: "libjwt", providers: [.apt(["libjwt-dev"])]),
    // No pkgConfig: it would link libcurl, which is loaded when it is needed.
    .systemLibrary(
        name: "CCurl", path: "Sources/System/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // Loaded when they are needed, as libcurl is.
    .systemLibrary(
        name: "CMicrohttpd", path: "Sources/System/CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CSQLite", path: "Sources/System/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPostgreSQL", path: "Sources/System/CPostgreSQL", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CQRencode", path: "Sources/System/CQRencode", providers: [.apt(["libqrencode-dev"])]),
    // A header of our own: what the machine says of itself.
    .systemLibrary(name: "CMachine", path: "Sources/System/CMachine"),
    // The header alone: the module of a token is loaded by the path that its owner gives.
    .systemLibrary(name: "CPKCS11", path: "Sources/System/CPKCS11", providers: [.apt(["libp11-kit-dev"])]),
]

/// The modules that the umbrella `CustomTokenBridge` is made of.
let library: [Target.Dependency] = [
    "Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers", "CredentialProofs",
    "Bridge", "KeyRings", "GoogleCloud", "HardwareKeys", "FirebaseSessions",
    "Storage", "Transport", "Logins", "QRCodes", "HTTPServer", "Operations", "Pages", "Configuration", "Failures",
    "BridgeServer",
]

/// Relative relocations take an eighth of the room of the others, and code that is there twice is kept once.
let smallProgram = [
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=safe",
]

/// The layers, lowest first: a target depends only on targets above it.
let layers: [Target] = [
    .target(name: "Threads", swiftSettings: settings),
    .target(name: "StrictJSON", dependencies: ["CJansson"], swiftSettings: settings),
    .target(name: "JOSE", dependencies: ["StrictJSON"], swiftSettings: settings),
    .target(
        name: "Cryptography", dependencies: ["Threads", "StrictJSON", "JOSE", "COpenSSL", "CJWT"],
        swiftSettings: settings),
    .target(
        name: "CustomTokens", dependencies: ["StrictJSON", "JOSE", "Cryptography"], swiftSettings: settings),
    .target(
        name: "OAuthClient", dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography"], swiftSettings: settings),
    .target(
        name: "Providers", dependencies: ["StrictJSON", "JOSE", "Cryptography", "OAuthClient"],
        swiftSettings: settings),
    .target(
        name: "CredentialProofs",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "OAuthClient", "Providers"],
        swiftSettings: settings),
    .target(
        name: "Bridge",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers",
            "CredentialProofs",
        ],
        swiftSettings: settings),
    .target(
        name: "KeyRings", dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens"],
        swiftSettings: settings),
    .target(
        name: "GoogleCloud",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "KeyRings"],
        swiftSettings: settings),
    .target(
        name: "HardwareKeys",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "CPKCS11"],
        swiftSettings: settings),
    .target(
        name: "FirebaseSessions",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient"],
        swiftSettings: settings),
    .target(
        name: "Transport", dependencies: ["Threads", "StrictJSON", "Cryptography", "OAuthClient", "CCurl"],
        swiftSettings: settings),
    .target(
        name: "Logins",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "OAuthClient", "Providers", "CredentialProofs",
            "Transport",
        ],
        swiftSettings: settings),
    .target(name: "QRCodes", dependencies: ["StrictJSON", "CQRencode"], swiftSettings: settings),
    .target(
        name: "Storage",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "Bridge", "CSQLite", "CPostgreSQL"],
        swiftSettings: settings),
    .target(name: "HTTPServer", dependencies: ["Threads", "StrictJSON", "CMicrohttpd"], swiftSettings: settings),
    .target(
        name: "Operations",
        dependencies: ["CMachine", "Threads", "StrictJSON", "JOSE", "Cryptography", "HTTPServer"],
        swiftSettings: settings),
    .target(name: "Pages", dependencies: ["StrictJSON"], swiftSettings: settings),
    .target(
        name: "Configuration",
        dependencies: [
            "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers", "Bridge",
            "KeyRings", "GoogleCloud", "HardwareKeys", "Transport", "HTTPServer", "Operations",
        ],
        swiftSettings: settings),
    .target(
        name: "Failures",
        dependencies: [
            "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers",
            "CredentialProofs", "KeyRings", "GoogleCloud", "HardwareKeys", "FirebaseSessions", "Transport", "Logins",
            "QRCodes", "Bridge", "HTTPServer", "Operations", "Configuration",
        ],
        swiftSettings: settings),
    .target(
        name: "BridgeServer",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers",
            "CredentialProofs",
            "Bridge", "KeyRings", "GoogleCloud", "HardwareKeys", "Storage", "Transport", "HTTPServer", "Operations",
            "Pages", "Configuration", "Failures",
        ],
        swiftSettings: settings),
    .target(
        name: "BridgeTesting",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Bridge", "HTTPServer",
            "Pages",
        ],
        swiftSettings: settings),
    .target(name: "CustomTokenBridge", dependencies: library, swiftSettings: settings),
    .executableTarget(
        name: "token-bridge", dependencies: library + ["BridgeTesting", "CustomTokenBridge"],
        swiftSettings: settings, linkerSettings: [.unsafeFlags(smallProgram)]),
]

let product: [Target.Dependency] = library + ["BridgeTesting", "CustomTokenBridge"]

let tests: [Target] = [
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "JOSETests", dependencies: ["StrictJSON", "JOSE", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "CryptographyTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "COpenSSL", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "CustomTokensTests",
        dependencies: ["StrictJSON", "JOSE", "Cryptography", "CustomTokens", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "OAuthClientTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "OAuthClient", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "ProvidersTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "OAuthClient", "Providers", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "CredentialProofsTests",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "OAuthClient", "Providers", "CredentialProofs",
            "TestSupport",
        ],
        swiftSettings: settings),
    .testTarget(
        name: "BridgeTests",
        dependencies: [
            "Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "OAuthClient", "Providers",
            "CredentialProofs",
            "Bridge", "Storage", "TestSupport",
        ],
        swiftSettings: settings),
    .testTarget(
        name: "StorageTests",
        dependencies: [
            "StrictJSON", "JOSE", "Cryptography", "Bridge", "Storage", "BridgeTesting", "TestSupport",
        ],
        swiftSettings: settings),
    .testTarget(
        name: "HTTPServerTests", dependencies: ["StrictJSON", "HTTPServer", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "OperationsTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "HTTPServer", "Operations", "TestSupport"],
        swiftSettings: settings),
    .testTarget(name: "PagesTests", dependencies: ["StrictJSON", "Pages", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "BridgeServerTests", dependencies: library + ["BridgeTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "KeyRingsTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "KeyRings", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "GoogleCloudTests", dependencies: library + ["BridgeTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "HardwareKeysTests",
        dependencies: ["Threads", "StrictJSON", "JOSE", "Cryptography", "CustomTokens", "HardwareKeys", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "FirebaseSessionsTests", dependencies: library + ["BridgeTesting", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "LoginsTests", dependencies: library + ["BridgeTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "QRCodesTests", dependencies: ["StrictJSON", "QRCodes", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "SandboxTests", dependencies: library + ["BridgeTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "ConfigurationTests", dependencies: library + ["TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "ScriptedProviderTests", dependencies: library + ["TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "TransportTests", dependencies: ["Cryptography", "OAuthClient", "Transport", "TestSupport"],
        exclude: ["Servers"], swiftSettings: settings),
    .testTarget(
        name: "CommandLineTests", dependencies: product + ["token-bridge", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "PeerTests", dependencies: product + ["token-bridge", "TestSupport"], swiftSettings: settings),
]

/// Programs that measure and torment; none of them is installed.
let instruments: [Target] =
    [
        .executableTarget(
            name: "bridge-bench", dependencies: product + ["COpenSSL", "TestSupport"], path: "Tests/Benchmarks",
            swiftSettings: settings),
        .executableTarget(
            name: "bridge-stress", dependencies: product + ["TestSupport"], path: "Tests/Stress",
            swiftSettings: settings),
    ]
    + (isFuzzing
        ? [
            .executableTarget(
                name: "bridge-fuzz", dependencies: product, path: "Tests/Fuzz", swiftSettings: settings,
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
        ] : [])

let package = Package(
    name: "custom-token-bridge",
    products: [
        .library(name: "CustomTokenBridge", targets: ["CustomTokenBridge"]),
        .executable(name: "token-bridge", targets: ["token-bridge"]),
    ],
    targets: systemLibraries + layers + tests + instruments
)
