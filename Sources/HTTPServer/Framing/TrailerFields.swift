import CMicrohttpd

/// The fields behind a chunked body (RFC 9112, section 7.1.2).
///
/// Nobody reads them, but they must be fields, and few: libmicrohttpd keeps them in the memory that the response needs.
enum TrailerFields: Sendable {
    private struct Found {
        var isInOrder = true
        var count = 0
        var bytes = 0
    }

    /// Why a request is not answered for its trailers; nil where they are in order.
    ///
    /// All must be fields: libmicrohttpd takes any line with a colon for one, also the size of a chunk that another
    /// reader sees there.
    @unsafe static func refusal(on connection: OpaquePointer, _ library: Microhttpd) -> RefusedRequest.Cause? {
        var found = Found()
        unsafe withUnsafeMutablePointer(to: &found) { found in
            unsafe bridge_mhd_trailers(
                library.table, connection,
                { context, _, name, nameCount, value, valueCount in
                    guard let found = unsafe context?.assumingMemoryBound(to: Found.self) else { return .NO }
                    let name = unsafe UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount)
                    let value = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
                    guard unsafe !name.isEmpty, unsafe name.allSatisfy(FieldSyntax.isTokenByte),
                        unsafe value.allSatisfy(FieldSyntax.isValueByte)
                    else {
                        unsafe found.pointee.isInOrder = false
                        return .NO
                    }
                    unsafe found.pointee.count += 1
                    unsafe found.pointee.bytes += name.count + value.count
                    return .YES
                }, found)
        }
        guard found.isInOrder else { return .malformed }
        let most = HeadMemory.trailers
        return found.count <= most.count && found.bytes <= most.bytes ? nil : .fieldsTooLong
    }
}
