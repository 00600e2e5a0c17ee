import OAuthClient

extension ConnectionFault {
    /// How a command ends: 3 for what the operator's own files and addresses are at fault for.
    var exitCode: ExitCode {
        switch self {
        case .certificateUntrusted, .certificateOfAnotherHost, .certificateOutOfTime, .certificateUnacceptable,
            .notTLS, .notHTTP:
            .provider
        case .authoritiesUnreadable, .plainHTTPElsewhere: .configuration
        }
    }

    /// What to do about it.
    var hint: String {
        switch self {
        case .certificateUntrusted:
            "where its authority is your own, name that authority's certificate: login --authorities FILE, or ca_file in the configuration"
        case .certificateOfAnotherHost:
            "use the name that the certificate is for, or give the server a certificate for this name"
        case .certificateOutOfTime:
            "check the clock of this machine; where it is right, the server needs a new certificate"
        case .certificateUnacceptable: "the server needs another certificate: tell who runs it"
        case .notTLS: "is the address right? a server without TLS is reached by http, and on this machine alone"
        case .notHTTP: "is the address right? a server with TLS is reached by https"
        case .authoritiesUnreadable:
            "name a PEM file of certificates: login --authorities FILE, or ca_file in the configuration; the system's own are in the package ca-certificates"
        case .plainHTTPElsewhere: "use https: http is for addresses of this machine alone"
        }
    }
}
