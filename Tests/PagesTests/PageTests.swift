import Foundation
import Pages
import TestSupport
import Testing

@Suite("Every page in every language")
struct PageTests {
    /// Every page in every language, read.
    private func each(
        _ check: (_ name: String, _ response: PageResponse, _ reader: HTMLReader) throws -> Void
    ) throws {
        for sample in try SamplePages.all() {
            for language in Language.allCases {
                let response = sample.page.response(in: PageContext(host: "bridge.example.com", language: language))
                let reader = try HTMLReader(String(decoding: response.body, as: UTF8.self))
                try check("\(sample.name) in \(language)", response, reader)
            }
        }
    }

    @Test("is well-formed, has a language, a title, one main part and one heading")
    func structure() throws {
        try each { name, response, reader in
            let heading = reader.text(of: "h1")
            #expect(reader.all("h1").count == 1 && !heading.isEmpty, "\(name)")
            #expect(reader.all("main").count == 1 && reader.all("header").count == 1, "\(name)")
            #expect(reader.all("title").count == 1, "\(name)")
            #expect(reader.text(of: "title").contains(heading), "\(name)")
            #expect(reader.text(of: "title").hasSuffix("– bridge.example.com"), "\(name)")
            let language = reader.all("html").first?["lang"]
            #expect(response.headers.first { $0.name == "Content-Language" }?.value == language, "\(name)")
            #expect(reader.all("meta").contains { $0["name"] == "color-scheme" }, "\(name)")
            #expect(
                reader.all("meta").contains { $0["content"] == "width=device-width, initial-scale=1" }, "\(name)")
        }
    }

    @Test("runs nothing and loads nothing: no script, no handler, no inline style, no address of another server")
    func nothingActive() throws {
        try each { name, response, reader in
            let document = String(decoding: response.body, as: UTF8.self).lowercased()
            #expect(!document.contains("<script") && !document.contains("javascript:"), "\(name)")
            let style = reader.text(of: "style")
            #expect(!style.contains("url(") && !style.contains("@import") && !style.contains("//"), "\(name)")
            for tag in reader.tags {
                #expect(!["script", "link", "img", "iframe", "object", "base"].contains(tag.name), "\(name)")
                for attribute in tag.attributes {
                    #expect(!attribute.name.hasPrefix("on") && attribute.name != "style", "\(name)")
                    #expect(!["src", "srcset", "xlink:href", "data", "poster"].contains(attribute.name), "\(name)")
                    guard attribute.value.contains("://") else { continue }
                    #expect(name.hasPrefix("3-onward") && ["a", "meta"].contains(tag.name), "\(name)")
                }
            }
        }
    }

    @Test("has only forms that are sent by POST to a path of ours and carry the token (9700-13, 8628-16)")
    func forms() throws {
        try each { name, _, reader in
            for form in reader.all("form") {
                #expect(form["method"] == "post", "\(name)")
                #expect(form["action"]?.hasPrefix("/device") == true, "\(name)")
            }
            let tokens = reader.all("input").filter { $0["name"] == "csrf_token" }
            #expect(tokens.count == reader.all("form").count, "\(name)")
            #expect(tokens.allSatisfy { $0["value"] == "t0ken-of-this-page" && $0["type"] == "hidden" }, "\(name)")
            #expect(reader.all("button").allSatisfy { $0["type"] == "submit" }, "\(name)")
            #expect(reader.all("button").isEmpty == reader.all("form").isEmpty, "\(name)")
        }
    }

    @Test("has identifiers that are there once, and every reference to one leads somewhere")
    func references() throws {
        try each { name, _, reader in
            let identifiers = reader.tags.compactMap { $0["id"] }
            #expect(Set(identifiers).count == identifiers.count, "\(name)")
            for tag in reader.tags {
                let wanted =
                    (tag["aria-describedby"]?.split(separator: " ") ?? []) + [tag["for"]].compactMap { $0?[...] }
                for identifier in wanted { #expect(identifiers.contains(String(identifier)), "\(name)") }
            }
            for input in reader.all("input") where input["type"] != "hidden" {
                #expect(reader.all("label").contains { $0["for"] == input["id"] }, "\(name)")
            }
        }
    }

    @Test("passes a parser of HTML that is not ours")
    func otherParser() throws {
        let folder = try ScratchFolder()
        try each { name, response, _ in
            try folder.write(response.body, to: "\(name.filter { $0 != " " && $0 != "/" }).html")
        }
        let program = """
            import glob, html.parser, sys
            void = {"meta", "input"}
            class P(html.parser.HTMLParser):
                def __init__(self): super().__init__(); self.open = []; self.seen = 0
                def handle_starttag(self, tag, attrs):
                    self.seen += 1
                    if tag not in void: self.open.append(tag)
                def handle_endtag(self, tag):
                    assert self.open.pop() == tag, (path, tag)
            paths = glob.glob(sys.argv[1] + "/*.html")
            for path in paths:
                p = P(); p.feed(open(path, encoding="utf-8").read()); p.close()
                assert not p.open and p.seen > 10, path
            print(len(paths))
            """
        let result = try Subprocess.run("/usr/bin/env", ["python3", "-c", program, folder.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.text == "\(SamplePages.all().count * Language.allCases.count)\n")
    }

    /// For eyes: with `PAGES_OUT=folder`, every page is written there as a file.
    @Test("can be written out for people to look at, where PAGES_OUT names a folder")
    func writtenOut() throws {
        var written = 0
        let folder = ProcessInfo.processInfo.environment["PAGES_OUT"].map { URL(filePath: $0) }
        for sample in try SamplePages.all() {
            for language in Language.allCases {
                let text = SamplePages.text(sample.page, in: language)
                #expect(text.hasSuffix("</html>\n"))
                guard let folder else { continue }
                try Data(text.utf8).write(to: folder.appending(path: "\(sample.name).\(language.rawValue).html"))
                written += 1
            }
        }
        #expect(written == 0 || folder != nil)
    }
}
