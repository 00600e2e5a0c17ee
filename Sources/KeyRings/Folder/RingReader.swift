import CustomTokens
import Glibc
import JOSE
import StrictJSON

/// Reads the files of a ring once.
struct RingReader {
    private struct Found {
        let name: String
        let file: KeyFile
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
        mark = FolderMark(folder: folder, names: names)
        var status = stat()
        if unsafe stat(folder, &status) == 0, status.st_mode & 0o022 != 0 {
            warnings.append("others can change the folder \(folder.argumentExcerpt): chmod 700 it")
        }
    }

    consuming func read() throws(KeyRingError) -> LoadedKeyRing {
        let state = try readState()
        for name in names where RingNames.isKey(name) { readKey(name) }
        let account = state?.account ?? found.first?.file.account.email
        leaveOut("belongs to another account than the ring") { found in
            account.map { !found.file.account.email.hasSameBytes(as: $0) } ?? false
        }
        keepOneOfEach()
        let ids = found.map(\.file.id)
        var ring = state ?? KeyRing(found: ids, account: account)
        for id in ring.takeIn(found: ids) where state != nil {
            warnings.append("the key \(id) was found in the folder, and the ring did not know it: it is next")
        }
        return loaded(ring, hasState: state != nil)
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
            found.append(Found(name: name, file: try KeyFile(parsing: secret.bytes)))
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

    private mutating func leaveOut(_ reason: String, _ isLeftOut: (Found) -> Bool) {
        for found in found where isLeftOut(found) { damaged.append(.init(name: found.name, reason: reason)) }
        found.removeAll(where: isLeftOut)
    }

    private func loaded(_ ring: KeyRing, hasState: Bool) -> LoadedKeyRing {
        let keys = ring.entries.compactMap { entry in
            found.first { $0.file.id == entry.id }.map {
                RingKey(entry: entry, file: $0.name, account: $0.file.account, certificate: $0.file.certificate)
            }
        }
        let missing = ring.entries.filter { entry in !keys.contains { $0.id == entry.id } }
        let leftovers = found.filter { found in ring.removed.contains { $0.id == found.file.id } }
            .map { (name: $0.name, id: $0.file.id) }
        let reports =
            damaged.map { "\("\(folder)/\($0.name)".quotedExcerpt) is left out: \($0.reason)" }
            + missing.map { "the key \($0.id) (\($0.state.rawValue)) has no file in the folder that can be used" }
            + leftovers.map { "\("\(folder)/\($0.name)".quotedExcerpt) is the file of a removed key" }
        return LoadedKeyRing(
            ring: ring, keys: keys, missing: missing, damaged: damaged,
            warnings: warnings + reports + keys.flatMap(\.account.warnings), mark: mark, hasState: hasState,
            leftovers: leftovers)
    }
}
