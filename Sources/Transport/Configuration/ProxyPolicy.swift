/// Through which proxy, if any, providers are reached.
///
/// Plain `http` to this machine never goes through a proxy.
public enum ProxyPolicy: Sendable {
    /// Through none, whatever the environment says.
    case none
    /// As `https_proxy`, `all_proxy` and `no_proxy` say, in small or capital letters.
    case environment
    /// Through this one, for every address.
    case always(ProxyAddress)
}
