import StrictJSON
import TestSupport
import Testing

@Suite(
    "serve: readiness while nothing can be noted",
    .enabled(if: ServeDisk.isPossible, "no file system can be mounted here"))
struct ServeReadinessTests {
    @Test("with the disk of the audit file full it names the code; when there is room, the next token ends that")
    func fullDisk() throws {
        let disk = try ServeDisk()
        let plant = try ServePlant.folder(#""audit": {"file": "\#(disk.path)/audit.jsonl"}"#)
        let served = try Served(plant.folder, environment: ServePlant.environment)
        #expect(try served.door.mint().status == 200)
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
        try disk.fill()
        // What is left of the last block is room for a few lines.
        var refused: Reply?
        for _ in 0..<100 where refused == nil {
            let reply = try served.door.mint()
            if reply.status != 200 { refused = reply }
        }
        #expect(refused?.status == 503 && refused?.json["access_token"] == nil, "\(refused?.text ?? "none")")
        let ready = try served.telemetry.get("/healthz/ready")
        #expect(ready.status == 200 && ready.text == "degraded: LOG_UNWRITABLE\n")
        #expect(try served.telemetry.get("/metrics").number("audit_errors_total") >= 1)
        #expect(try served.telemetry.get("/metrics").number("signer_errors_total") == 0)
        try disk.empty()
        #expect(try served.door.mint().status == 200)
        #expect(try served.telemetry.get("/healthz/ready").text == "ready\n")
    }
}
