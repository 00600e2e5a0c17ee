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
    }

    /// The members in the order of the text.
    public private(set) var members: [Member]

    /// Makes an empty object.
    public init() {
        members = []
    }

    init(uniqueMembers members: [Member]) {
        self.members = members
    }

    /// The value of a member; nil where there is none.
    ///
    /// Setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get {
            let count = name.utf8.count
            return members.first { $0.name.utf8.count == count && $0.name.hasSameBytes(as: name) }?.value
        }
        set {
            let index = members.firstIndex { $0.name.hasSameBytes(as: name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
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
