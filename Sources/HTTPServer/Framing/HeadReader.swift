import CMicrohttpd
import Glibc
import StrictJSON

/// Reads the head of a request, and refuses what libmicrohttpd 0.9.75 is lenient about.
///
/// libmicrohttpd cuts the head up in place: it writes a zero over each separator, and two zeros over CR and LF. So every
/// part must begin exactly where the part before it ended. A line that ends with LF alone, a zero within a line, a value
/// that goes on in the next line and more than one space in the request line all leave another distance, whichever way
/// they were read; they are refused, because a proxy may have read them another way.
@safe struct HeadReader {
    private static let versionBytes = 8

    private let method: UnsafePointer<CChar>
    private let target: ReceivedTarget
    private let version: UnsafePointer<CChar>
    /// How many bytes the head has, from the method to the end of the empty line.
    private let size: Int

    @unsafe init(method: UnsafePointer<CChar>, target: ReceivedTarget, version: UnsafePointer<CChar>, size: Int) {
        unsafe self.method = unsafe method
        self.target = target
        unsafe self.version = unsafe version
        self.size = size
    }

    /// Reads the head of a connection's request.
    @unsafe func read(
        from connection: OpaquePointer, _ library: Microhttpd, _ configuration: HTTPServerConfiguration
    ) -> HeadOutcome {
        guard target.bytes.count <= configuration.targetBytes else { return .refused(.targetTooLong) }
        guard size <= configuration.headBytes else { return .refused(.fieldsTooLong) }
        guard let afterLine = endOfRequestLine else { return .refused(.malformed) }
        let walk = unsafe FieldWalk(in: UnsafeRawBufferPointer(start: method, count: size), from: afterLine)
        unsafe bridge_mhd_fields(
            library.table, connection,
            { context, _, name, nameCount, value, valueCount in
                guard let context = unsafe context, let name = unsafe name, let value = unsafe value else { return .NO }
                let walk = unsafe Unmanaged<FieldWalk>.fromOpaque(context).takeUnretainedValue()
                return unsafe walk.take(name, nameCount, value, valueCount) ? .YES : .NO
            }, Unmanaged.passUnretained(walk).toOpaque())
        guard walk.hasReachedEnd else { return .refused(.malformed) }
        guard walk.memory.fits(configuration) else { return .refused(.fieldsTooLong) }
        return check(walk.fields, unsafe String(cString: method))
    }

    private func check(_ fields: HeaderFields, _ method: String) -> HeadOutcome {
        let isHTTP10 = unsafe strcmp(version, "HTTP/1.0") == 0
        guard FieldSyntax.isName(method), let parts = target.parts(method: method),
            FramingRules.hasHost(fields, isHTTP10: isHTTP10),
            let framing = FramingRules.framing(of: fields, isHTTP10: isHTTP10)
        else { return .refused(.malformed) }
        var announced: Int?
        var (hasBody, isChunked) = (true, true)
        if case .length(let length) = framing {
            announced = length
            hasBody = length ?? 0 > 0
            isChunked = false
        }
        return .read(
            ReceivedHead(
                method: method, path: parts.path, query: parts.query, fields: fields, announcedLength: announced,
                hasBody: hasBody, isChunked: isChunked))
    }

    /// Where the fields begin, counted from the method; nil where the request line has anything between its parts but
    /// one space.
    private var endOfRequestLine: Int? {
        let start = unsafe UInt(bitPattern: method)
        guard unsafe target.address == start + UInt(strlen(method)) + 1,
            unsafe UInt(bitPattern: version) == target.address + UInt(target.bytes.count) + 1,
            unsafe strlen(version) == Self.versionBytes
        else { return nil }
        let end = unsafe Int(UInt(bitPattern: version) - start) + Self.versionBytes
        guard end + 2 <= size, unsafe method[end] == 0, unsafe method[end + 1] == 0 else { return nil }
        return end + 2
    }
}

/// Follows the fields through the memory of a head.
@safe private final class FieldWalk {
    private let head: UnsafeRawBufferPointer
    private var position: Int
    private(set) var fields = HeaderFields()
    private(set) var memory = HeadMemory()

    @unsafe init(in head: UnsafeRawBufferPointer, from position: Int) {
        unsafe self.head = unsafe head
        self.position = position
    }

    /// Whether just the empty line follows.
    var hasReachedEnd: Bool {
        unsafe position + 2 == head.count && head[position] == 0 && head[position + 1] == 0
    }

    /// Takes the next field; false, for good, where it is not what stands next.
    @unsafe func take(
        _ name: UnsafePointer<CChar>, _ nameCount: Int, _ value: UnsafePointer<CChar>, _ valueCount: Int
    ) -> Bool {
        let start = unsafe UInt(bitPattern: head.baseAddress)
        let nameBegin = Int(bitPattern: UInt(bitPattern: name) &- start)
        let valueBegin = Int(bitPattern: UInt(bitPattern: value) &- start)
        let size = unsafe head.count
        guard nameBegin == position, nameCount > 0, valueBegin > nameBegin + nameCount, valueBegin < size,
            valueCount >= 0, valueBegin + valueCount + 2 <= size
        else { return fail() }
        let end = valueBegin + valueCount
        let nameBytes = unsafe UnsafeRawBufferPointer(rebasing: head[nameBegin..<nameBegin + nameCount])
        let valueBytes = unsafe UnsafeRawBufferPointer(rebasing: head[valueBegin..<end])
        guard unsafe head[end] == 0, unsafe head[end + 1] == 0,
            unsafe nameBytes.allSatisfy(FieldSyntax.isTokenByte), unsafe valueBytes.allSatisfy(FieldSyntax.isValueByte)
        else { return fail() }
        unsafe memory.add(nameBytes, valueBytes)
        var last = valueCount
        while last > 0, unsafe valueBytes[last - 1] == 0x20 || valueBytes[last - 1] == 0x09 { last -= 1 }
        fields.append(
            unsafe String(decoding: nameBytes, as: UTF8.self),
            unsafe String(decoding: valueBytes[..<last], as: UTF8.self))
        position = end + 2
        return true
    }

    private func fail() -> Bool {
        position = -1
        return false
    }
}
