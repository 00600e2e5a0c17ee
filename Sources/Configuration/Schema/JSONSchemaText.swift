import StrictJSON

/// Writes the table of keys as JSON Schema (draft 2020-12).
enum JSONSchemaText: Sendable {
    static func document(_ keys: [SchemaKey]) -> JSONValue {
        var root = JSONObject()
        root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        root["title"] = "Configuration of Custom Token Bridge"
        for member in object(keys).members { root[member.name] = member.value }
        var secret = JSONObject()
        secret["description"] = "A secret: in a variable of the environment, in a file, or (with a warning) here."
        var reference = object(SchemaKind.secretKeys)
        reference["minProperties"] = 1
        reference["maxProperties"] = 1
        secret["oneOf"] = .array([type("string"), .object(reference)])
        var definitions = JSONObject()
        definitions["secret"] = .object(secret)
        root["$defs"] = .object(definitions)
        return .object(root)
    }

    private static func type(_ name: JSONValue) -> JSONValue {
        var schema = JSONObject()
        schema["type"] = name
        return .object(schema)
    }

    private static func object(_ keys: [SchemaKey]) -> JSONObject {
        var schema = JSONObject()
        schema["type"] = "object"
        var properties = JSONObject()
        for key in keys { properties[key.name] = property(key) }
        schema["properties"] = .object(properties)
        let required = keys.filter { $0.requirement == .required }.map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        schema["additionalProperties"] = false
        return schema
    }

    private static func property(_ key: SchemaKey) -> JSONValue {
        var schema = JSONObject()
        schema["description"] = .string(key.help)
        for member in schemaMembers(key.kind).members { schema[member.name] = member.value }
        if let standard = key.standard {
            schema["default"] = try? JSONValue(parsing: Array(standard.utf8), limits: .token)
        }
        return .object(schema)
    }

    private static func schemaMembers(_ kind: SchemaKind) -> JSONObject {
        var schema = JSONObject()
        switch kind {
        case .text: schema["type"] = "string"
        case .textOrNull: schema["type"] = .array(["string", "null"])
        case .truth: schema["type"] = "boolean"
        case .integer(let range):
            schema["type"] = "integer"
            schema["minimum"] = .integer(range.lowerBound)
            schema["maximum"] = .integer(range.upperBound)
        case .choice(let choices): schema["enum"] = .array(choices.map { .string($0) })
        case .secret: schema["$ref"] = "#/$defs/secret"
        case .list(let kind):
            schema["type"] = "array"
            schema["items"] = .object(schemaMembers(kind))
        case .object(let keys): return object(keys)
        case .map(let names, let kind):
            schema["type"] = "object"
            if let pattern = names.pattern {
                var rule = JSONObject()
                rule["pattern"] = .string(pattern)
                schema["propertyNames"] = .object(rule)
            }
            schema["additionalProperties"] = .object(schemaMembers(kind))
        case .json: break
        case .either(let first, let second):
            schema["oneOf"] = .array([.object(schemaMembers(first)), .object(schemaMembers(second))])
        }
        return schema
    }
}
