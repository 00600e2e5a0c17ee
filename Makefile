# Custom Token Bridge. `make help` lists what there is to do.
SWIFT ?= swift
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600
FUZZ_TARGETS ?= base64url json jws jwks service-account private-key form redirect endpoint-url cache-control key-set \
    metadata token-response introspection device-authorization json-path profile

BUILD_PACKAGES = libssl-dev libjansson-dev libjwt-dev libcurl4-openssl-dev libmicrohttpd-dev libsqlite3-dev libpq-dev libqrencode-dev libp11-kit-dev pkg-config
TEST_PACKAGES = openssl python3 python3-venv faketime zsh fish slowhttptest tmux zbar-tools softhsm2 opensc strace systemd gdb \
    nginx dash
# Real sockets and deadlines run apart: tests that wait for other programs would hold up their answers.
TIMED_TESTS = TransportTests|ScriptedProviderTests|HTTPServerTests|OperationsTests
# Programs that are waited for: each holds up one of the few threads that all tests have.
PROGRAM_TESTS = CommandLineTests|PeerTests
# A server within the process of the tests, and keys that are made for each.
SANDBOX_TESTS = SandboxTests|SandboxPeerTests|KeysRotateTests|Rotation(Load|Crash)Tests|Keys(Secrecy|Credential)Tests|IAMSignerTests|DoctorOutsideTests|DemoInteractiveTests
RELEASE = -c release --static-swift-stdlib

# A crash must end the program; the backtracer may wait for ever under a sanitizer.
export SWIFT
export SWIFT_BACKTRACE = enable=no

.PHONY: help deps test-deps build demo test conformance lint bench fuzz stress sanitize soak install clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the Debian packages that the build needs and that are missing
	@.ci/install-packages $(BUILD_PACKAGES)

test-deps: deps
	@.ci/install-packages $(TEST_PACKAGES)

build: deps ## Build the release binary, .build/release/token-bridge
	$(SWIFT) build $(RELEASE) --product token-bridge

demo: build ## Show the whole way on this machine: sandbox provider, bridge, device login, Firebase session
	@.build/release/token-bridge demo

test: test-deps ## Build and run all tests, and build the examples
	$(SWIFT) build --build-tests
	@.ci/tests --skip "$(TIMED_TESTS)|$(SANDBOX_TESTS)|$(PROGRAM_TESTS)"
	@.ci/tests --filter "$(PROGRAM_TESTS)" --skip "$(TIMED_TESTS)|$(SANDBOX_TESTS)"
	@.ci/tests --filter "$(TIMED_TESTS)"
	@.ci/tests --filter "$(SANDBOX_TESTS)"
	$(SWIFT) build --package-path examples --scratch-path .build/examples

conformance: test-deps ## Run the tests named after the OpenID Foundation's and after the rules for servers and kept keys, and print the tables
	$(SWIFT) build --build-tests
	@.ci/conformance

lint: deps ## Check format, borders between the layers, and imports
	@.ci/lint

bench: test-deps ## Measure against bare OpenSSL and firebase-admin; writes .build/bench.json
	@.ci/install-packages time wrk
	$(SWIFT) build $(RELEASE) --product token-bridge
	$(SWIFT) build $(RELEASE) --product bridge-bench
	@.build/release/bridge-bench
	@"$$(Tests/Peers/environment.sh starlette)" .ci/bench-service
	@.ci/bench-ring

fuzz: deps ## Fuzz each parser with libFuzzer for FUZZ_SECONDS (60)
	FUZZ=1 $(SWIFT) build -c release --product bridge-fuzz --scratch-path .build/fuzz
	@for target in $(FUZZ_TARGETS); do .ci/fuzz $$target $(FUZZ_SECONDS) || exit 1; done

stress: deps ## ThreadSanitizer, a million tokens, valgrind, key commands killed at each point, a rotation under load
	@.ci/install-packages valgrind strace wrk
	@.ci/stress
	@"$$(Tests/Peers/environment.sh starlette)" .ci/rotation-load
	BRIDGE_ALL_POINTS=1 $(SWIFT) test --disable-xctest --filter "KeysCrashTests|RotationCrashTests"

sanitize: test-deps ## Run the tests, and the command under them, with ThreadSanitizer (about an hour)
	@.ci/sanitize

soak: build ## Load a running service for SOAK_SECONDS (3600) and watch that it does not grow
	@.ci/soak $(SOAK_SECONDS)

install: ## Install what `make build` made, with shell completions, under PREFIX (/usr/local)
	@.ci/install "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf .build examples/.build
