import Cryptography
import CustomTokens
import Glibc
import JOSE
import StrictJSON

/// Reads the files of a ring once.
struct RingReader {
    private struct Found {
        let name: String
        let file: KeyFile
        let thumbprint: String
    }

    private let folder: String
    private let names: [String]
    private let mark: FolderMark
    private var damaged: [LoadedKeyRing.DamagedFile] = []
    private var warnings: [String] = []
    private var found: [Found] = []

    init(_ folder: String, _ names: [String]) throws(KeyRingError) {
        self.folder = folder
        self.names = names
        // Before anything is read: what changes meanwhile makes the mark another.
        mark = Self.mark(folder, names)
        var status = stat()
        if unsafe stat(folder, &status) == 0, status.st_mode & 0o022 != 0 {
            warnings.append("others can change the folder \(folder.argumentExcerpt): chmod 700 it")
        }
    }

    /// What the files look like whose change is a change of the ring; the secret is none of them.
    static func mark(_ folder: String, _ names: [String]) -> FolderMark {
        FolderMark(folder: folder, names: names.filter { !RingNames.isSecret($0) })
    }

    /// A secret counts by its name: one that is damaged was made, too.
    private var isStateLost: Bool {
        !names.contains(where: RingNames.isState) && names.contains(where: RingNames.isSecret)
            && names.contains(where: RingNames.isKey)
    }

    consuming func read() throws(KeyRingError) -> LoadedKeyRing {
        warnOfModes()
        let state = try readState()
        for name in names where RingNames.isKey(name) { readKey(name) }
        let account = state?.account ?? found.first?.file.account.email
        leaveOut { found in
            account.map { !found.file.account.email.hasSameBytes(as: $0) } ?? false
                ? "belongs to another account than the ring" : nil
        }
        if let state { leaveOut { state.refusal(of: $0.file.id, $0.thumbprint) } }
        keepOneOfEach()
        // By the files of its keys more is known than by the state alone.
        if var known = state {
            known.note(thumbprints)
            leaveOut { known.refusal(of: $0.file.id, $0.thumbprint) }
        }
        let ids = found.map(\.file.id)
        var ring =
            state
            ?? KeyRing(found: ids, account: account, active: ids.count == 1 && !isStateLost ? ids.first : nil)
        for id in ring.takeIn(found: ids) where state != nil {
            warnings.append("the key \(id) was found in the folder, and the ring did not know it: it is next")
        }
        ring.note(thumbprints)
        return loaded(ring, hasState: state != nil)
    }

    // Whoever changes the state says which key signs, and whoever reads the secret can make codes; keys tell for
    // themselves. That others can read the state, as where it is mounted, is no harm.
    private mutating func warnOfModes() {
        for name in names {
            var status = stat()
            guard !RingNames.isKey(name), unsafe stat("\(folder)/\(name)", &status) == 0 else { continue }
            let what = RingNames.isState(name) ? (0o022, "change") : (0o077, "read")
            guard status.st_mode & mode_t(what.0) != 0 else { continue }
            let mode = String(status.st_mode & 0o777, radix: 8)
            warnings.append("others can \(what.1) \("\(folder)/\(name)".quotedExcerpt) (mode \(mode)): chmod 600 it")
        }
    }

    private mutating func readState() throws(KeyRingError) -> KeyRing? {
        let states = names.filter(RingNames.isState)
        guard let name = states.first else { return nil }
        let file = "\(folder)/\(name)"
        do throws(KeyRingError) {
            guard states.count == 1 else { throw KeyRingError(.ringDamaged, "there are \(states.count) state files") }
            let bytes: [UInt8]
            do {
                bytes = try SecretFile(regularFile: file, maximumBytes: 1 << 20).bytes
            } catch {
                throw KeyRingError(.folderUnusable, error.reason)
            }
            return try KeyRing(parsing: bytes)
        } catch {
            guard error.code == .ringDamaged else { throw error }
            throw KeyRingError(.ringDamaged, "the state file \(file.argumentExcerpt) cannot be used: \(error.reason)")
        }
    }

    private mutating func readKey(_ name: String) {
        do {
            let secret = try SecretFile(regularFile: "\(folder)/\(name)")
            let file = try KeyFile(parsing: secret.bytes)
            let thumbprint = try KeyIdentifier.thumbprint(of: file.account.privateKey.publicKey)
            found.append(Found(name: name, file: file, thumbprint: thumbprint))
            warnings += secret.warnings
        } catch let error as KeyRingError {
            damaged.append(.init(name: name, reason: error.reason))
        } catch let error as CustomTokenError {
            damaged.append(.init(name: name, reason: error.reason))
        } catch {
            damaged.append(.init(name: name, reason: "it cannot be read"))
        }
    }

    /// Of two files of one identifier, the one is used whose name is ours.
    private mutating func keepOneOfEach() {
        var ids: [String: Int] = [:]
        var surplus: Set<Int> = []
        for index in found.indices {
            let id = found[index].file.id
            guard let other = ids[id] else {
                ids[id] = index
                continue
            }
            let isOurs = (try? KeyIdentifier.fileName(of: id)) == found[index].name
            surplus.insert(isOurs ? other : index)
            if isOurs { ids[id] = index }
        }
        for index in surplus.sorted() {
            damaged.append(
                .init(name: found[index].name, reason: "another file has the same private_key_id, and is used instead"))
        }
        found = found.indices.filter { !surplus.contains($0) }.map { found[$0] }
    }

    /// Leaves out the files for which there is a reason.
    private mutating func leaveOut(_ reason: (Found) -> String?) {
        let reasons = found.map(reason)
        for (found, reason) in zip(found, reasons) {
            if let reason { damaged.append(.init(name: found.name, reason: reason)) }
        }
        found = zip(found, reasons).filter { $0.1 == nil }.map(\.0)
    }

    /// The thumbprints of the keys by their identifiers.
    private var thumbprints: [String: String] {
        Dictionary(found.map { ($0.file.id, $0.thumbprint) }) { first, _ in first }
    }

    private func loaded(_ ring: KeyRing, hasState: Bool) -> LoadedKeyRing {
        let keys = ring.entries.compactMap { entry in
            found.first { $0.file.id == entry.id }.map {
                RingKey(entry: entry, file: $0.name, account: $0.file.account, certificate: $0.file.certificate)
            }
        }
        let missing = ring.entries.filter { entry in !keys.contains { $0.id == entry.id } }
        let gone = found.filter { found in ring.removed.contains { $0.id == found.file.id } }
        // A key that lost its file may have come back as a copy of before it was renamed: the only one that is left.
        let copies = gone.compactMap { found in
            missing.first { $0.thumbprint == found.thumbprint }.map { (name: found.name, id: $0.id) }
        }
        let leftovers = gone.filter { found in !copies.contains { $0.name == found.name } }
            .map { (name: $0.name, id: $0.file.id) }
        let reports =
            damaged.map { "\("\(folder)/\($0.name)".quotedExcerpt) is left out: \($0.reason)" }
            + missing.map { "the key \($0.id) (\($0.state.rawValue)) has no file in the folder that can be used" }
            + copies.map {
                let path = "\(folder)/\($0.name)".argumentExcerpt
                return "\(path) holds the key \($0.id) under another identifier: token-bridge keys import \(path)"
                    + " --key-id \($0.id) takes it in"
            }
            + leftovers.map { "\("\(folder)/\($0.name)".quotedExcerpt) is the file of a removed key" }
        return LoadedKeyRing(
            ring: ring, keys: keys, missing: missing, damaged: damaged,
            warnings: warnings + reports + keys.flatMap(\.account.warnings), mark: mark, hasState: hasState,
            isStateLost: isStateLost, leftovers: leftovers)
    }
}
