import KeyRings

extension KeyRingError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .keyUnknown, .accountUnknown: .usage
        case .secretUnusable: .configuration
        case .noActiveKey, .accountForeign, .projectForeign, .certificateUnusable, .keyUnusable, .ringDamaged,
            .folderUnusable, .ringReadOnly:
            .configuration
        case .tooEarly, .ringLocked, .clockContradicts: .temporary
        case .keyExists, .stateForbids, .fileInTheWay, .fileUnwritable, .fileUndeletable, .auditFailed, .rotationStep:
            .failure
        }
    }

    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .keyUnknown: "token-bridge keys list shows the keys of the ring"
        case .keyExists, .stateForbids: nil
        case .rotationStep:
            "token-bridge keys rotate goes on with a rotation; keys remove or keys revoke of its new key ends it"
        case .tooEarly: "try again then; a key that must not be trusted any more is revoked instead"
        case .noActiveKey:
            "token-bridge keys activate KID makes one sign; a key whose file is damaged is imported again"
        case .accountForeign: "each account has a folder of its own: name another with --keys"
        case .accountUnknown: "name the account of the key with --email"
        case .projectForeign: "look at the project of the key file; each project has keys of its own"
        case .certificateUnusable: "make a new key with token-bridge keys generate, and look at the clock"
        case .keyUnusable: "import the key again, from a file that is whole"
        case .fileInTheWay: "move the file away, and try again: it is never overwritten"
        case .ringDamaged:
            "nothing was changed: put the state file of a backup there; or move a damaged one away, and say with"
                + " token-bridge keys activate KID which key signs"
        case .secretUnusable:
            "put ring.secret of a backup there; or move it away: serve, and keys generate and import, make another, and only"
                + " sign-ins that are under way end with the lost one"
        case .ringLocked: "try again when the other command has ended"
        case .ringReadOnly: "change a mounted secret at its source; else check the owner and the mode of the folder"
        case .folderUnusable:
            "check the path, which --keys names; chmod 700 keeps others out; token-bridge keys import FILE makes a ring"
        case .fileUnwritable: "see that the disk has room, and try again"
        case .fileUndeletable:
            "the change was made; delete the file where it comes from, such as a mount, for a private key is in it"
        case .clockContradicts: "set the clock, by NTP for example, and try again"
        case .auditFailed:
            "check the audit file, or name another with --audit, such as where a service writes to this one: what cannot be"
                + " written down is not done"
        }
    }
}
