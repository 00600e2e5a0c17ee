import CMicrohttpd

/// The fields behind a chunked body (RFC 9112, section 7.1.2).
///
/// Nobody reads them, but they must be fields.
enum TrailerFields: Sendable {
    /// Whether all that were read are fields: libmicrohttpd takes any line with a colon for one, also the size of a
    /// chunk that another reader sees there.
    @unsafe static func areInOrder(on connection: OpaquePointer, _ library: Microhttpd) -> Bool {
        var isInOrder = true
        unsafe withUnsafeMutablePointer(to: &isInOrder) { result in
            unsafe bridge_mhd_trailers(
                library.table, connection,
                { context, _, name, nameCount, value, valueCount in
                    let name = unsafe UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount)
                    let value = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
                    guard unsafe !name.isEmpty, unsafe name.allSatisfy(FieldSyntax.isTokenByte),
                        unsafe value.allSatisfy(FieldSyntax.isValueByte)
                    else {
                        unsafe context?.assumingMemoryBound(to: Bool.self).pointee = false
                        return .NO
                    }
                    return .YES
                }, result)
        }
        return isInOrder
    }
}
