import CCurl
import OAuthClient

/// What is asked of libcurl for every request.
struct TransferOptions: Sendable {
    /// Debian's folder of authorities, with a link to each by the hash of its name.
    ///
    /// Read only beside another file: the system's own file alone is parsed once for all connections.
    private static let systemAuthorities = "/etc/ssl/certs"
    /// Servers close idle connections; one that is older is not worth the risk of being closed under a request.
    private static let idleSeconds = 30

    private let configuration: TransportConfiguration

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
    }

    /// Sets all options but the callbacks.
    ///
    /// - Parameters:
    ///   - handle: The handle.
    ///   - request: The request.
    ///   - fieldLines: Its fields as `FieldRules` gave them.
    func apply(to handle: EasyHandle, for request: HTTPRequest, fieldLines: [String]) {
        setRequest(on: handle, request)
        handle.setFields(fieldLines)
        setConnection(on: handle)
        setTLS(on: handle)
        setProxy(on: handle, scheme: request.url.scheme)
        setRefusals(on: handle, scheme: request.url.scheme)
    }

    private func setRequest(on handle: EasyHandle, _ request: HTTPRequest) {
        handle.set(CURLOPT_URL, request.url.text)
        switch request.method {
        case .get: handle.set(CURLOPT_HTTPGET, 1)
        case .post:
            handle.set(CURLOPT_POST, 1)
            handle.setBody(request.body ?? [])
        case .delete:
            if let body = request.body {
                handle.set(CURLOPT_POST, 1)
                handle.setBody(body)
            } else {
                handle.set(CURLOPT_HTTPGET, 1)
            }
            handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        handle.set(CURLOPT_USERAGENT, "custom-token-bridge/\(configuration.version)")
        handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
    }

    private func setConnection(on handle: EasyHandle) {
        handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectDeadline.milliseconds)
        handle.set(CURLOPT_MAXAGE_CONN, Self.idleSeconds)
        handle.set(CURLOPT_NOSIGNAL, 1)
        // Otherwise the end of a transfer waits for the end of its name's resolution.
        handle.set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setTLS(on handle: EasyHandle) {
        handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        handle.set(CURLOPT_PROXY_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        handle.set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
        guard let file = configuration.extraAuthoritiesFile else {
            handle.set(CURLOPT_CAPATH, nil)
            handle.set(CURLOPT_PROXY_CAPATH, nil)
            return
        }
        handle.set(CURLOPT_CAINFO, file)
        handle.set(CURLOPT_CAPATH, Self.systemAuthorities)
        handle.set(CURLOPT_PROXY_CAINFO, file)
        handle.set(CURLOPT_PROXY_CAPATH, Self.systemAuthorities)
    }

    /// An empty text means no proxy, and no exceptions; left unset, libcurl reads the environment.
    private func setProxy(on handle: EasyHandle, scheme: String) {
        // Our fields, the credentials among them, are for the provider alone.
        handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        switch configuration.proxy {
        case _ where scheme == "http", .none: handle.set(CURLOPT_PROXY, "")
        case .environment: break
        case .always(let address):
            handle.set(CURLOPT_PROXY, address.secretText)
            handle.set(CURLOPT_NOPROXY, "")
        }
    }

    /// What libcurl could do by itself and must not, whatever its defaults are.
    private func setRefusals(on handle: EasyHandle, scheme: String) {
        handle.set(CURLOPT_PROTOCOLS_STR, scheme)
        handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        handle.set(CURLOPT_PATH_AS_IS, 1)
        handle.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        handle.set(CURLOPT_HTTPAUTH, 0)
        handle.set(CURLOPT_UNRESTRICTED_AUTH, 0)
        handle.set(CURLOPT_COOKIEFILE, nil)
        handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        handle.set(CURLOPT_TRANSFER_ENCODING, 0)
    }
}
