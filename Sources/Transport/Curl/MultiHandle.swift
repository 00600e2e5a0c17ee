import CCurl

/// Owns one `CURLM` handle: the transfers that are under way and the connections that are kept.
///
/// Sendable: all but `wakeUp` is called by the thread of `TransferLoop` alone, and `wakeUp` may be called by any thread
/// until `close`.
@safe final class MultiHandle: @unchecked Sendable {
    private var pointer: UnsafeMutableRawPointer?

    init?(keptConnections: Int) {
        guard CurlLibrary.isReady, let pointer = unsafe bridge_curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        guard unsafe bridge_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, keptConnections) == CURLM_OK else {
            return nil
        }
    }

    deinit {
        close()
    }

    /// Closes all connections; afterwards nothing but `deinit` may be called.
    func close() {
        unsafe bridge_curl_multi_cleanup(pointer)
        unsafe pointer = nil
    }

    /// Ends the wait of `poll`, or the next one.
    func wakeUp() {
        unsafe bridge_curl_multi_wakeup(pointer)
    }

    func add(_ handle: EasyHandle) throws(CurlRefusal) {
        guard unsafe bridge_curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK else { throw CurlRefusal() }
    }

    /// Takes a transfer out; where it was not done, its connection is closed.
    func remove(_ handle: EasyHandle) {
        unsafe bridge_curl_multi_remove_handle(pointer, handle.pointer)
    }

    /// Does what can be done without waiting.
    func perform() throws(CurlRefusal) {
        var running: Int32 = 0
        guard unsafe bridge_curl_multi_perform(pointer, &running) == CURLM_OK else { throw CurlRefusal() }
    }

    /// The next transfer that is done, by the identity of its handle.
    func nextDone() -> (handle: UInt, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe bridge_curl_multi_info_read(pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            return unsafe (UInt(bitPattern: message.pointee.easy_handle), message.pointee.data.result)
        }
        return nil
    }

    /// Waits until a connection or a timer of libcurl has something to do, someone wakes it up, or the time is over.
    func poll(milliseconds: Int32) {
        unsafe bridge_curl_multi_poll(pointer, milliseconds)
    }
}

/// libcurl refused what is never refused, such as for want of memory.
struct CurlRefusal: Error {}
