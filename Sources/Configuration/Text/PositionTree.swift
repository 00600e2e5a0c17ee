/// Where the values of a JSON text stand, without what they are: jansson alone decides that.
struct PositionTree: Sendable {
    /// A member of an object.
    struct Member: Sendable {
        /// Where its name stands.
        let nameOffset: Int
        /// Its value.
        let value: PositionTree
    }

    /// What is in a value.
    enum Content: Sendable {
        case scalar
        case array([PositionTree])
        case object([Member])
    }

    /// Where the value begins.
    let offset: Int
    /// What is in it.
    let content: Content
}

/// A member whose name the object already has.
struct RepeatedMember: Sendable {
    /// The way to it.
    let path: ConfigurationPath
    /// Where the name stands for the first time.
    let firstOffset: Int
    /// Where it stands again.
    let nameOffset: Int
    /// The bytes of the repeated member with the comma before it.
    let range: Range<Int>
}
