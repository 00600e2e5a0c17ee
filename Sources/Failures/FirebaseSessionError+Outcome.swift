import FirebaseSessions

extension FirebaseSessionError.Code {
    /// How a command ends: 4 is for what a new sign-in cures.
    var exitCode: ExitCode {
        switch self {
        case .apiKeyInvalid, .projectInvalid, .endpointNotAllowed, .emulatorMismatch, .projectMisconfigured:
            .configuration
        case .customTokenInvalid, .projectMismatch, .tenantMismatch, .userRefused, .refusedByFirebase, .sessionEnded,
            .idTokenInvalid, .idTokenExpired, .idTokenOfAnother, .sessionUnknown:
            .refused
        case .firebaseAnswerInvalid: .provider
        case .firebaseUnavailable, .clockNotSet, .sessionBusy: .temporary
        case .accountNameInvalid, .sessionAmbiguous: .usage
        case .sessionDamaged, .sessionFolderUnusable, .sessionNotKept, .cancelled: .failure
        }
    }
}
