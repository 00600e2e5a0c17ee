import Operations
import Testing

@Suite("systemd's watchdog")
struct WatchdogTests {
    @Test("It is told twice as often as it wants")
    func interval() {
        let environment = ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]
        #expect(Watchdog(environment: environment, processID: 7)?.interval == .seconds(15))
        #expect(Watchdog(environment: ["WATCHDOG_USEC": "1"], processID: 7)?.timeout == .microseconds(1))
    }

    @Test("That of another process is not ours")
    func other() {
        for process in ["8", "07", "", " 7", "7x"] {
            #expect(Watchdog(environment: ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": process], processID: 7) == nil)
        }
    }

    @Test(
        "What is no time wants nothing",
        arguments: ["", "0", "-1", "+1", "1.5", "x", "99999999999999999999", "1e9", "\u{661}"])
    func malformed(_ text: String) {
        #expect(Watchdog(environment: ["WATCHDOG_USEC": text], processID: 7) == nil)
    }

    @Test("None wants nothing")
    func none() {
        #expect(Watchdog(environment: [:], processID: 7) == nil)
    }
}
