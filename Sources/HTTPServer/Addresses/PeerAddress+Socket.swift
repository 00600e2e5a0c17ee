import CMicrohttpd
import Glibc

extension PeerAddress {
    /// The address of a socket's other end; what is not of the internet is of this machine.
    @unsafe init(_ address: UnsafePointer<sockaddr>?) {
        guard let address = unsafe address, let network = unsafe NetworkAddress(address) else {
            self = .local
            return
        }
        self = .network(network)
    }
}

extension NetworkAddress {
    /// The address of a socket; IPv4 that is mapped into IPv6 is IPv4, and nil is no address of the internet.
    @unsafe init?(_ address: UnsafePointer<sockaddr>) {
        let raw = unsafe UnsafeRawPointer(address)
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            let found = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: unsafe withUnsafeBytes(of: found) { unsafe Array($0) })
        case AF_INET6:
            let found = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let bytes = unsafe withUnsafeBytes(of: found) { unsafe Array($0) }
            let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [255, 255])
            self.init(bytes: isMapped ? Array(bytes.suffix(4)) : bytes)
        default: return nil
        }
    }
}
