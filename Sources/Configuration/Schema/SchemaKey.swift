/// A key that the configuration may have.
struct SchemaKey: Sendable {
    /// Whether it must be there.
    enum Requirement: Sendable {
        case optional
        case required
    }

    /// How the sample shows it.
    enum Sample: Sendable {
        /// Not at all.
        case none
        /// With this value.
        case shown(String)
        /// With this value, commented out.
        case commented(String)
        /// With the keys in it.
        case nested
        /// With these entries of a map, whose keys are shown with these values.
        case entries([SampleEntry])
    }

    /// Its name.
    let name: String
    /// What its value is.
    let kind: SchemaKind
    /// Whether it must be there.
    var requirement = Requirement.optional
    /// What holds without it, as JSON.
    var standard: String?
    /// How the sample shows it.
    var sample = Sample.none
    /// What it is for, in a sentence.
    let help: String

    init(
        _ name: String, _ kind: SchemaKind, requirement: Requirement = .optional, standard: String? = nil,
        sample: Sample = .none, _ help: String
    ) {
        self.name = name
        self.kind = kind
        self.requirement = requirement
        self.standard = standard
        self.sample = sample
        self.help = help
    }
}

/// An entry of a map in the sample.
struct SampleEntry: Sendable {
    /// Its key.
    let name: String
    /// What it shows, in a sentence.
    let help: String
    /// The keys in it, each with its value as JSON.
    let values: [(key: String, json: String)]
}
