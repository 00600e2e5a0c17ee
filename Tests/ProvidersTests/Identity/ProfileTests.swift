import Providers
import StrictJSON
import Testing

@Suite("Profiles")
struct ProfileTests {
    private static func profile(_ id: String, _ answers: String...) throws -> ProviderProfile {
        try Samples.resolve(id).profile(from: answers.map(Samples.json))
    }

    @Test(
        "the sample answers of providers give their profiles",
        arguments: [
            (
                "github", #"{"login":"octocat","id":583231,"name":null,"avatar_url":"https://a.test/1"}"#, "583231",
                "octocat", "https://a.test/1"
            ),
            (
                "google", #"{"sub":"110169484474386276334","name":"A B","picture":"https://p.test/x"}"#,
                "110169484474386276334", "A B", "https://p.test/x"
            ),
            (
                "kakao",
                #"{"id":123456789012,"kakao_account":{"profile":{"nickname":"n","profile_image_url":"https://k.test/i"}}}"#,
                "123456789012", "n", "https://k.test/i"
            ),
            ("naver", #"{"resultcode":"00","response":{"id":"32742776","nickname":"n"}}"#, "32742776", "n", nil),
            (
                "discord", #"{"id":"268473310986240001","username":"d","global_name":null,"avatar":"a_1f"}"#,
                "268473310986240001", "d", "https://cdn.discordapp.com/avatars/268473310986240001/a_1f.gif"
            ),
            (
                "discord", #"{"id":"1","username":"d","global_name":"D","avatar":"1f"}"#, "1", "D",
                "https://cdn.discordapp.com/avatars/1/1f.png"
            ),
            ("twitch", #"{"data":[{"id":"141981764"}]}"#, "141981764", nil, nil),
            ("twitter", #"{"data":{"id":"2244994945","name":"X","username":"x"}}"#, "2244994945", "X", nil),
            (
                "spotify",
                #"{"id":"s","display_name":"S","images":[{"url":"https://s.test/s","width":64,"height":64},{"url":"https://s.test/l","width":640,"height":640},{"url":"https://s.test/n","width":null,"height":null}]}"#,
                "s", "S", "https://s.test/l"
            ),
            ("spotify", #"{"id":"s","images":[]}"#, "s", nil, nil),
            (
                "spotify", #"{"id":"s","images":[{"url":"https://s.test/n","width":null,"height":null}]}"#, "s", nil,
                "https://s.test/n"
            ),
            (
                "strava",
                #"{"athlete":{"id":227615},"firstname":"J","lastname":"R","profile":"avatar/athlete/large.png"}"#,
                "227615", "J R", nil
            ),
            ("strava", #"{"id":227615,"firstname":"J","lastname":null}"#, "227615", "J", nil),
            (
                "vk", #"{"user":{"user_id":"1","first_name":"I","last_name":"P","avatar":"https://v.test/a"}}"#, "1",
                "I P", "https://v.test/a"
            ),
            (
                "yandex",
                #"{"id":"1000034426","client_id":"c","default_avatar_id":"131652443/x-1","display_name":"y"}"#,
                "1000034426", "y", "https://avatars.yandex.net/get-yapic/131652443/x-1/islands-200"
            ),
            (
                "yahoo",
                #"{"sub":"Y","profile_images":{"image64":"https://y.test/64","image192":"https://y.test/192"}}"#, "Y",
                nil, "https://y.test/192"
            ),
            (
                "weibo", #"{"id":1404376560,"idstr":"1404376560","screen_name":"w","avatar_large":"https://w.test/a"}"#,
                "1404376560", "w", "https://w.test/a"
            ),
            (
                "bitbucket",
                #"{"uuid":"{c788b2da-b7a2-404c-9e26-d3f077557007}","display_name":"b","links":{"avatar":{"href":"https://b.test/a"}}}"#,
                "{c788b2da-b7a2-404c-9e26-d3f077557007}", "b", "https://b.test/a"
            ),
            (
                "notion", #"{"bot":{"owner":{"user":{"id":"u","name":"N","avatar_url":"https://n.test/a"}}}}"#, "u",
                "N", "https://n.test/a"
            ),
            ("wechat", #"{"openid":"o","nickname":"w","headimgurl":"https://w.test/h"}"#, "o", "w", "https://w.test/h"),
            ("apple", #"{"sub":"001.x.1","user":{"name":{"firstName":"A"}}}"#, "001.x.1", nil, nil),
        ] as [(String, String, String, String?, String?)])
    func samples(_ id: String, _ answer: String, _ subject: String, _ name: String?, _ picture: String?) throws {
        let profile = try Self.profile(id, answer)
        #expect(profile.provider == id)
        #expect(profile.subject.value == subject)
        #expect(profile.name == name)
        #expect(profile.picture == picture)
        #expect(profile.email == nil)
        #expect(!profile.emailVerified)
    }

    @Test("the subject is needed, and comes from the main answer alone (PRV-05)")
    func subject() throws {
        #expect(try refusal { try Self.profile("github", #"{"login":"x"}"#, #"{"id":1}"#) } == .subjectMissing)
        #expect(try refusal { try Self.profile("yahoo", #"{"xoauth_yahoo_guid":"G"}"#) } == .subjectMissing)
        #expect(try refusal { try Self.profile("yahoo", "false") } == .subjectMissing)
        #expect(try refusal { try Self.profile("yahoo", "[]") } == .subjectMissing)
        #expect(try refusal { try Self.profile("notion", #"{"bot":{"owner":{"workspace":true}}}"#) } == .subjectMissing)
        #expect(try refusal { try Samples.resolve("yahoo").profile(from: []) } == .subjectMissing)
        #expect(try refusal { try Self.profile("github", #"{"id":1.5}"#) } == .subjectInvalid)
    }

    @Test(
        "a picture that is not plain https is left out",
        arguments: [
            "http://p.test/x", "http://127.0.0.1/x", "javascript:alert(1)", "data:image/png;base64,AA", "//p.test/x",
            "",
            "https://u:p@p.test/x", "https://p.test/é", "https://p.test/a b", "https://p.test/#\u{2028}", "p.png",
        ])
    func picture(_ url: String) throws {
        var claims = JSONObject()
        claims["sub"] = "1"
        claims["picture"] = .string(url)
        #expect(try Samples.resolve("google").profile(from: [.object(claims)]).picture == nil)
    }

    @Test("a picture has at most 2,048 bytes")
    func pictureLength() throws {
        for (count, isTaken) in [(2048, true), (2049, false)] {
            let url = "https://p.test/" + String(repeating: "a", count: count - 15)
            let profile = try Self.profile("google", #"{"sub":"1","picture":"\#(url)"}"#)
            #expect((profile.picture != nil) == isTaken)
        }
    }

    @Test(
        "an avatar's name cannot leave its place in the address",
        arguments: ["../x", "a/b", "a.b", "", "é", "a?b", "a#b", "%2e", String(repeating: "a", count: 129)])
    func avatar(_ name: String) throws {
        var user = JSONObject()
        user["id"] = "1"
        user["avatar"] = .string(name)
        #expect(try Samples.resolve("discord").profile(from: [.object(user)]).picture == nil)
    }

    @Test(
        "names lose control characters and what turns the direction of writing",
        arguments: [
            (#"A\u0007B\r\nC"#, "ABC" as String?), (#"\u202eevil\u202c"#, "evil"), (#"  a  b "#, "a  b"),
            (#"\n\t"#, nil), ("", nil),
            (#"\u2028a\u2066b\u200f"#, "ab"), (#"\u00e9e\u0301"#, "\u{E9}e\u{301}"),
            (#"\u0000x"#.replacing(#"\u0000"#, with: ""), "x"),
        ])
    func name(_ json: String, _ name: String?) throws {
        #expect(
            try Self.profile("google", #"{"sub":"1","name":"\#(json)"}"#).name.map { Array($0.utf8) }
                == name.map { Array($0.utf8) })
    }

    @Test("a name is cut after 256 scalars, between characters")
    func nameLength() throws {
        let name = try Self.profile("google", #"{"sub":"1","name":"\#(String(repeating: "x", count: 300))"}"#).name
        #expect(name?.unicodeScalars.count == 256)
        let accented = String(repeating: "x", count: 255) + "e\u{301}"
        #expect(try Self.profile("google", #"{"sub":"1","name":"\#(accented)"}"#).name?.unicodeScalars.count == 255)
        let heap = "e" + String(repeating: "\u{301}", count: 300)
        #expect(try Self.profile("google", #"{"sub":"1","name":"\#(heap)"}"#).name == nil)
    }

    @Test("a name of another kind is left out", arguments: ["1", "true", "null", "[]", "{}"])
    func nameKind(_ json: String) throws {
        #expect(try Self.profile("google", #"{"sub":"1","name":\#(json)}"#).name == nil)
    }
}
