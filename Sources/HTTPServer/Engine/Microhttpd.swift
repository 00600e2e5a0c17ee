import CMicrohttpd
import StrictJSON

/// libmicrohttpd as a whole: its functions, found once.
@safe struct Microhttpd: Sendable {
    /// The version whose memory of a request `HeadReader` knows.
    private static let version = "0.9.75"

    // The table is filled before anyone sees it, and neither changed nor freed afterwards.
    nonisolated(unsafe) let table: UnsafePointer<bridge_mhd>

    private static let loaded: Result<Microhttpd, HTTPServerError> = Result { () throws(HTTPServerError) in
        let table = UnsafeMutablePointer<bridge_mhd>.allocate(capacity: 1)
        unsafe table.initialize(to: bridge_mhd())
        guard unsafe bridge_mhd_load(table) == 1 else {
            throw HTTPServerError(.libraryUnavailable, "libmicrohttpd.so.12 cannot be loaded, or lacks a function")
        }
        let found = unsafe bridge_mhd_version(table).map { unsafe String(cString: $0) } ?? ""
        guard found.hasSameBytes(as: version) || found.hasPrefix("\(version)-") else {
            throw HTTPServerError(
                .libraryUnavailable,
                "libmicrohttpd is version \(found.quotedExcerpt); requests can be checked with \(version) only")
        }
        return unsafe Microhttpd(table: UnsafePointer(table))
    }

    /// The library, which the first who asks loads.
    static func load() throws(HTTPServerError) -> Microhttpd {
        try loaded.get()
    }

    /// Whether it can do TLS.
    var hasTLS: Bool { unsafe bridge_mhd_has_tls(table) == 1 }
}
