import FirebaseSessions

extension FirebaseSessionError.Code {
    /// How a command ends: 4 is for what a new sign-in cures, and so not for a clock that is wrong.
    var exitCode: ExitCode {
        switch self {
        case .apiKeyInvalid, .projectInvalid, .endpointNotAllowed, .emulatorMismatch, .projectMisconfigured:
            .configuration
        case .customTokenInvalid, .projectMismatch, .tenantMismatch, .userRefused, .refusedByFirebase, .sessionEnded,
            .idTokenInvalid, .idTokenOfAnother, .sessionUnknown:
            .refused
        case .firebaseAnswerInvalid: .provider
        // Firebase has only just issued the token: by a clock that is right it is neither too old nor too new.
        case .idTokenExpired, .idTokenNotYetValid: .temporary
        case .firebaseUnavailable, .clockNotSet, .sessionBusy: .temporary
        case .accountNameInvalid, .sessionAmbiguous: .usage
        case .sessionDamaged, .sessionFolderUnusable, .sessionNotKept, .cancelled: .failure
        }
    }
}
