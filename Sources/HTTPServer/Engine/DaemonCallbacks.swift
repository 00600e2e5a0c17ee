import CMicrohttpd
import Glibc

/// libmicrohttpd's callbacks, all of which its thread calls.
///
/// The context is the daemon. A connection's context is its `ServerConnection`, a request's its `Exchange`; each is kept
/// alive by the reference that stands there.
enum DaemonCallbacks: Sendable {
    static let connection: MHD_NotifyConnectionCallback = { context, connection, slot, event in
        guard let context = unsafe context, let connection = unsafe connection, let slot = unsafe slot else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            let daemon = unsafe Unmanaged<MicrohttpdDaemon>.fromOpaque(context).takeUnretainedValue()
            let table = unsafe daemon.core.library.table
            let peer = unsafe PeerAddress(bridge_mhd_address(table, connection))
            let began = ServerConnection(
                daemon: daemon, descriptor: unsafe bridge_mhd_descriptor(table, connection), peer: peer)
            began.open()
            unsafe slot.pointee = unsafe Unmanaged.passRetained(began).toOpaque()
        } else if let ended = unsafe slot.pointee {
            unsafe slot.pointee = nil
            unsafe Unmanaged<ServerConnection>.fromOpaque(ended).takeRetainedValue().close()
        }
    }

    /// The target before anything in it is decoded.
    static let target: bridge_mhd_target_callback = { context, target, connection in
        guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection else {
            return nil
        }
        let daemon = unsafe Unmanaged<MicrohttpdDaemon>.fromOpaque(context).takeUnretainedValue()
        guard let known = unsafe bridge_mhd_socket_context(daemon.core.library.table, connection) else { return nil }
        let owner = unsafe Unmanaged<ServerConnection>.fromOpaque(known).takeUnretainedValue()
        owner.beginRequest()
        let exchange = unsafe Exchange(on: owner, connection, target: ReceivedTarget(target))
        unsafe bridge_mhd_end_target(target)
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
    }

    /// Leaves the target as it was sent.
    static let unescape: bridge_mhd_unescape_callback = { _, _, text in
        guard let text = unsafe text else { return 0 }
        return unsafe strlen(text)
    }

    static let access: MHD_AccessHandlerCallback = { _, _, _, method, version, data, size, slot in
        guard let request = unsafe slot?.pointee, let method = unsafe method, let version = unsafe version,
            let size = unsafe size
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
        let isGoingOn: Bool
        if unsafe size.pointee > 0 {
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
            isGoingOn = unsafe exchange.takeBody(bytes)
            unsafe size.pointee = 0
        } else {
            isGoingOn = unsafe exchange.advance(method: method, version: version)
        }
        return isGoingOn ? .YES : .NO
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, slot, _ in
        guard let request = unsafe slot?.pointee else { return }
        unsafe slot?.pointee = nil
        unsafe Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue().complete()
    }
}
