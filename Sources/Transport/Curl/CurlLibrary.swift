import CCurl

/// libcurl as a whole.
enum CurlLibrary: Sendable {
    /// Whether libcurl is set up, which the first who asks brings about, once, whatever thread it is on.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
