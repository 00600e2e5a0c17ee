import Foundation
import JOSE
import TestSupport
import Testing

/// Runs a transcript in a folder of its own and holds each step to what it says.
struct TranscriptRunner {
    private let folder: ScratchFolder

    init(_ transcript: Transcript) throws {
        folder = try ScratchFolder()
        for file in transcript.files {
            switch file.contents {
            case .lines(let lines):
                try folder.write([UInt8](lines.map { $0 + "\n" }.joined().utf8), to: file.name, mode: file.mode)
            case .fixture(let path):
                try folder.write(try Locations.bytes("\(Locations.cases)/\(path)"), to: file.name, mode: file.mode)
            case .folder:
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(file.name)", withIntermediateDirectories: true)
            }
        }
    }

    func check(_ step: Transcript.Step) throws {
        let result = try TokenBridge.run(
            step.arguments, in: folder, input: try input(step), environment: step.environment)
        let place = Comment(rawValue: "line \(step.line): \(step.arguments.joined(separator: " "))")
        #expect(result.status == step.exitCode, place)
        if step.blocks["header"] != nil || step.blocks["payload"] != nil {
            try checkToken(result.text, step, place)
        }
        try check(result.text, "stdout", step, place)
        try check(result.errors, "stderr", step, place)
        if let name = step.savedAs { try folder.write(result.output, to: name) }
    }

    private func input(_ step: Transcript.Step) throws -> [UInt8] {
        if let name = step.inputFile { return try Locations.bytes("\(folder.path)/\(name)") }
        return [UInt8](step.blocks["stdin", default: []].map { $0 + "\n" }.joined().utf8)
    }

    private func check(_ text: String, _ block: String, _ step: Transcript.Step, _ place: Comment) throws {
        let lines = step.blocks[block, default: []]
        let isRight = try TranscriptPattern(lines).matches(text)
        #expect(isRight, "\(place)\n\(block) must be:\n\(lines.joined(separator: "\n"))\nand is:\n\(text)")
    }

    private func checkToken(_ text: String, _ step: Transcript.Step, _ place: Comment) throws {
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3, place)
        for (index, block) in ["header", "payload"].enumerated() {
            guard let expected = step.blocks[block] else { continue }
            let decoded = String(decoding: try Base64URL.decode([UInt8](parts[index].utf8)), as: UTF8.self) + "\n"
            #expect(try TranscriptPattern(expected).matches(decoded), "\(place)\n\(block) is:\n\(decoded)")
        }
    }
}
