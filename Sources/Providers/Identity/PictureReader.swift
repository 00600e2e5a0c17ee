import OAuthClient
import StrictJSON

extension PictureRule {
    /// The address of the picture; nil where there is none that is acceptable.
    func url(in answers: [JSONValue]) -> String? {
        for answer in answers {
            for url in urls(in: answer) where Self.isAcceptable(url) { return url }
        }
        return nil
    }

    private func urls(in answer: JSONValue) -> [String] {
        switch self {
        case .none: []
        case .members(let paths): paths.compactMap { $0.value(in: answer)?.string }
        case .discordAvatar: Self.discordAvatar(answer.object)
        case .yandexAvatar:
            Self.fileName(answer.object?["default_avatar_id"], also: "/-").map {
                ["https://avatars.yandex.net/get-yapic/\($0)/islands-200"]
            } ?? []
        case .largestImage(let path): Self.largestImage(path.value(in: answer)?.array ?? [])
        }
    }

    private static func discordAvatar(_ user: JSONObject?) -> [String] {
        guard let id = fileName(user?["id"]), let avatar = fileName(user?["avatar"]) else { return [] }
        return ["https://cdn.discordapp.com/avatars/\(id)/\(avatar).\(avatar.hasPrefix("a_") ? "gif" : "png")"]
    }

    /// A text that cannot leave its place in an address.
    private static func fileName(_ json: JSONValue?, also others: String = "") -> String? {
        guard let text = json?.string, 1...128 ~= text.utf8.count else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
                || others.utf8.contains(byte)
        }
        return isPlain ? text : nil
    }

    /// The image with the most pixels; the first of those whose sizes are not known.
    private static func largestImage(_ images: [JSONValue]) -> [String] {
        var best: (url: String, width: Int64, height: Int64)?
        for image in images {
            guard let url = image.object?["url"]?.string else { continue }
            let width = side(image.object?["width"])
            let height = side(image.object?["height"])
            if best.map({ width * height > $0.width * $0.height }) ?? true { best = (url, width, height) }
        }
        return best.map { [$0.url] } ?? []
    }

    private static func side(_ json: JSONValue?) -> Int64 {
        min(max(json?.integer ?? 0, 0), 1 << 20)
    }

    private static func isAcceptable(_ text: String) -> Bool {
        guard text.utf8.count <= ProviderProfile.maximumPictureBytes, let url = try? EndpointURL(text) else {
            return false
        }
        return url.scheme.hasSameBytes(as: "https")
    }
}
