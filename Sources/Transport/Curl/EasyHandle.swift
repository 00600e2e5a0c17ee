import CCurl

/// Owns one `CURL` handle: the options of one transfer.
///
/// An option that libcurl does not take makes the handle refused, so that nothing is sent without it.
@safe final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    /// What libcurl says of an error: the buffer lives longer than the handle.
    private let errorBuffer: UnsafeMutablePointer<CChar>
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// Whether every option was taken.
    private(set) var isComplete = true

    init?() {
        guard let pointer = unsafe bridge_curl_easy_init() else { return nil }
        let size = Int(CURL_ERROR_SIZE)
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        unsafe buffer.initialize(repeating: 0, count: size)
        unsafe errorBuffer = unsafe buffer
        unsafe self.pointer = unsafe pointer
        note(unsafe bridge_curl_set_error_buffer(pointer, buffer))
    }

    deinit {
        unsafe bridge_curl_easy_cleanup(pointer)
        unsafe bridge_curl_slist_free_all(fields)
        unsafe errorBuffer.deallocate()
    }

    /// What libcurl says of the error that ended the transfer, to be looked into and never shown: it may quote the
    /// address.
    var errorText: String { unsafe String(cString: errorBuffer) }

    /// What tells this handle from others while both live.
    var identity: UInt { unsafe UInt(bitPattern: pointer) }

    func set(_ option: CURLoption, _ value: Int) {
        note(unsafe bridge_curl_set_long(pointer, option, value))
    }

    /// libcurl copies the text; nil sets the option back.
    func set(_ option: CURLoption, _ value: String?) {
        guard value?.utf8.contains(0) != true else { return refuse() }
        note(unsafe bridge_curl_set_text(pointer, option, value))
    }

    /// libcurl copies the bytes.
    func setBody(_ body: [UInt8]) {
        note(unsafe bridge_curl_set_body_copy(pointer, body, body.count))
    }

    /// libcurl does not copy the fields: the handle keeps them.
    func setFields(_ lines: [String]) {
        for line in lines {
            guard let longer = unsafe bridge_curl_slist_append(fields, line) else { return refuse() }
            unsafe fields = unsafe longer
        }
        note(unsafe bridge_curl_set_fields(pointer, fields))
    }

    func setCallbacks(
        context: UnsafeMutableRawPointer, header: curl_write_callback, body: curl_write_callback,
        openSocket: curl_opensocket_callback, beforeTLS: curl_ssl_ctx_callback, beforeRequest: curl_prereq_callback
    ) {
        note(unsafe bridge_curl_set_callbacks(pointer, context, header, body, openSocket, beforeTLS, beforeRequest))
    }

    /// Makes the handle refused.
    func refuse() {
        isComplete = false
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe bridge_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return unsafe bridge_curl_get_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
    }

    private func note(_ code: CURLcode) {
        if code != CURLE_OK { refuse() }
    }
}
