import CCurl

/// libcurl as a whole.
enum CurlLibrary: Sendable {
    /// Whether libcurl is loaded and set up, which the first who asks brings about, once, whatever thread it is on.
    static let isReady =
        bridge_curl_is_complete() == 1 && bridge_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
