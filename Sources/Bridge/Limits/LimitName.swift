/// The limits that refuse requests, as metrics and logs name them.
public enum LimitName: String, Sendable, CaseIterable {
    /// Requests of any kind from one network, or from those around it.
    case network
    /// Requests of one client that has proven who it is.
    case client
    /// Clients that have failed to prove who they are, and wait for the answer.
    case clientFailures = "client_failures"
    /// Device logins that are started from one network, or from those around it.
    case deviceLogins = "device_logins"
    /// Device logins that are started for one client.
    case deviceLoginsOfClient = "device_logins_client"
    /// Wrong user codes from one network or browser.
    case userCode = "user_code"
    /// Wrong user codes from everywhere.
    case userCodeEverywhere = "user_code_everywhere"
    /// Sign-ins at providers that are begun from one network, or from those around it.
    case signIns = "sign_ins"
    /// Sign-ins at providers that are begun from everywhere.
    case signInsEverywhere = "sign_ins_everywhere"
    /// Requests that wait for one provider, or for the keys of one client.
    case waiting
}
