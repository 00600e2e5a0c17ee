/// The members of a JSON object, in the order of the text, no name twice.
///
/// Names are compared as bytes, not by canonical equivalence.
public struct JSONObject: Sendable {
    /// One member.
    public struct Member: Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: JSONValue
        /// What most other names differ in.
        fileprivate let trait: UInt64

        init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
            trait = Self.trait(of: name)
        }

        /// The length of a name, and its first and last byte.
        fileprivate static func trait(of name: String) -> UInt64 {
            let bytes = name.utf8.span
            guard !bytes.isEmpty else { return 0 }
            return UInt64(bytes.count) << 16 | UInt64(bytes[0]) << 8 | UInt64(bytes[bytes.count - 1])
        }
    }

    /// The members in the order of the text.
    public private(set) var members: [Member]
    /// A bit for each name that is there: most names that are not there are told by it alone.
    private var bits: UInt64 = 0

    /// Makes an empty object.
    public init() {
        members = []
    }

    init(uniqueMembers members: [Member]) {
        self.members = members
        for index in members.indices { bits |= Self.bit(of: members[index].trait) }
    }

    /// The value of a member; nil where there is none.
    ///
    /// Setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get {
            index(of: name).map { members[$0].value }
        }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?):
                members.append(Member(name: name, value: value))
                bits |= Self.bit(of: Member.trait(of: name))
            case (nil, nil): break
            }
        }
    }

    private func index(of name: String) -> Int? {
        let trait = Member.trait(of: name)
        guard bits & Self.bit(of: trait) != 0 else { return nil }
        // By index: to take the members out one by one would count references to each.
        for index in members.indices where members[index].trait == trait && members[index].name.hasSameBytes(as: name) {
            return index
        }
        return nil
    }

    private static func bit(of trait: UInt64) -> UInt64 {
        1 << ((trait >> 16 &* 11 &+ trait >> 8 &* 5 &+ trait) & 63)
    }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The names in the order of the text.
    public var names: [String] { members.map(\.name) }
}

extension JSONObject: Equatable {
    /// Two objects are equal when they hold equal members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.name.hasSameBytes(as: $1.name) && $0.value == $1.value }
    }
}
