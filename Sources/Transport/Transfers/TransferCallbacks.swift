import CCurl
import Glibc

/// libcurl's callbacks, each of which finds its transfer by the context.
enum TransferCallbacks: Sendable {
    /// Sets the callbacks; the transfer must live until the handle is done.
    @unsafe static func set(on handle: EasyHandle, for transfer: Transfer) {
        unsafe handle.setCallbacks(
            context: Unmanaged.passUnretained(transfer).toOpaque(), header: header, body: body,
            openSocket: openSocket, beforeTLS: beforeTLS, beforeRequest: beforeRequest)
    }

    private static let header: curl_write_callback = { bytes, size, count, context in
        guard let transfer = unsafe transfer(context) else { return 0 }
        return transfer.takeLine(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size * count)))
    }

    private static let body: curl_write_callback = { bytes, size, count, context in
        guard let transfer = unsafe transfer(context) else { return 0 }
        return transfer.takeBody(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size * count)))
    }

    /// Opens the socket that libcurl would open, unless the address is refused, and keeps it from child processes.
    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let transfer = unsafe transfer(context), let address = unsafe address,
            let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
        else { return bridge_curl_socket_bad() }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
        let target = unsafe address.pointee
        guard transfer.mayConnect(family: target.family, address: unsafe Array(bytes)) else {
            return bridge_curl_socket_bad()
        }
        return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
    }

    private static let beforeTLS: curl_ssl_ctx_callback = { _, _, context in
        unsafe transfer(context)?.noteTLS()
        return CURLE_OK
    }

    private static let beforeRequest: curl_prereq_callback = { context, _, _, _, _ in
        guard let transfer = unsafe transfer(context), transfer.maySend() else { return CURL_PREREQFUNC_ABORT }
        return CURL_PREREQFUNC_OK
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}
