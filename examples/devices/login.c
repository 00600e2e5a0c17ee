// login BRIDGE CLIENT_ID [PROVIDER]: signs a person in at a token bridge (RFC 8628); prints the custom token.
// cc -O2 -o login login.c -lcurl, with libcurl 7.85 or later. Of JSON it reads what the bridge writes.
#include <curl/curl.h> // which brings stdio.h and time.h
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#define say(...) (fprintf(stderr, "login: " __VA_ARGS__), fputc('\n', stderr))
#define fail(code, ...) (say(__VA_ARGS__), exit(code))
#define demand(url) (allowed(url) ? (void)0 : fail(5, "the bridge names an address that is not allowed: %s", url))
typedef char Text[16400]; static Text error, issuer, start, poll, code, shown, address, number, type, token;
static char body[65536], form[65536]; static long status, after; static CURL *curl;
static void quit(int number) { _Exit(number ? 6 : 0); } // all that a handler of a signal may do
static long now(void) { struct timespec time; return clock_gettime(CLOCK_MONOTONIC, &time) ? 0 : (long)time.tv_sec; }
static long within(long least, long value, long most) { return value < least ? least : value > most ? most : value; }
static int is(const char *name, const char *other) { return !strcmp(error, name) || !strcmp(error, other); }
static int allowed(const char *url) { // https, or http on this machine, with nothing in it that leads elsewhere
    const char *starts[] = {"https://", "http://127.0.0.1", "http://localhost", "http://[::1]"}; int i = 0;
    while (i < 4 && strncmp(url, starts[i], strlen(starts[i]))) i++;
    return i < 4 && (i == 0 ? url[8] > '/' : !!strchr("/:", url[strlen(starts[i])])) && !strpbrk(url, " @\\\"<>#");
}
static int member(const char *name, char *value) { // that string or number of the object, in ASCII without escapes
    int depth = 0, found = 0, wanted = 0; char last = *value = 0; size_t size, quote;
    for (const char *at = body; *(at += strspn(at, " \t\r\n")); last = *at, at += size) {
        if ((size = strspn(at, "+-.0123456789Eaeflnrstu")) == 0) size = 1;
        if ((quote = *at == '"')) while (at[size] && at[size++] != '"') size += at[size - 1] == '\\' && at[size];
        if (depth == 1 && last == ':' && wanted && strchr("\"0123456789", *at) && size > quote && size < sizeof(Text))
            found++, value[size - 2 * quote] = 0, memcpy(value, at + quote, size - 2 * quote);
        if (last == '{' || last == ',') wanted = quote && size == strlen(name) + 2 && !strncmp(at + 1, name, size - 2);
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    }
    for (char *c = value; *c; c++) if (*c < ' ' || *c > '~' || *c == '\\') return *value = 0;
    return found == 1 && *value && depth == 0 && last == '}';
}
static int request(const char *url, const char *fields) { // sets status, error and after; 0: gone, or out of order
    demand(url); FILE *file = fmemopen(body, sizeof body - 1, "w"); curl_off_t pause = 0; status = 0;
    curl_easy_setopt(curl, CURLOPT_URL, url); curl_easy_setopt(curl, CURLOPT_WRITEDATA, file);
    if (fields) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, fields);
    int gone = !file || curl_easy_perform(curl) != CURLE_OK; gone |= file && fclose(file); member("error", error);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status); curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &pause);
    after = within(0, (long)pause, 3600); return !gone && status != 429 && status < 500;
}
static int granted(void) { // whether there is what is called a custom token and looks like one, and nothing else
    int end = 0; if (!member("issued_token_type", type) || !member("access_token", token)) return 0;
    sscanf(token, "%*[A-Za-z0-9_-].%*[A-Za-z0-9_-].%n%*[A-Za-z0-9_-]%n", &end, &end);
    return end && !token[end] && !strcmp(type, "urn:ietf:params:oauth:token-type:jwt");
}
#define refuse() fail(is("access_denied", "expired_token") ? 6 : is("invalid_client", "unauthorized_client") ? 3 : \
    *error ? 4 : 5, "the bridge answered with status %ld: %s", status, *error ? error : "no answer of a token bridge")
int main(int argc, char **argv) {
    for (int i = 3, n[] = {SIGINT, SIGTERM, SIGHUP}; i--;) if (signal(n[i], quit) == SIG_IGN) signal(n[i], SIG_IGN);
    if (argc != 3 && argc != 4) fail(2, "usage: login BRIDGE CLIENT_ID [PROVIDER]");
    if (!allowed(argv[1])) fail(3, "the bridge must be https, or http on this machine");
    curl = curl_easy_init(); curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
    char *bridge = argv[1], *client = curl_easy_escape(curl, argv[2], 0);
    size_t size = strlen(bridge), host = 8 + strcspn(bridge + 8, "/"); if (bridge[size - 1] == '/') bridge[--size] = 0;
    snprintf(form, sizeof form, "%.*s/.well-known/oauth-authorization-server%s", (int)host, bridge, bridge + host);
    request(form, NULL) ? (void)0 : fail(75, "no answer from %s", bridge); if (!member("issuer", issuer)) refuse();
    if (strncmp(issuer, bridge, size) || (issuer[size] && strcmp(issuer + size, "/"))) fail(3, "that is %s", issuer);
    if (!member("device_authorization_endpoint", start) || !member("token_endpoint", poll)) fail(3, "no login by code");
    snprintf(form, sizeof form, "client_id=%s&provider=%s", client, argv[3] ? curl_easy_escape(curl, argv[3], 0) : "");
    if (!request(start, form)) fail(75, "no answer from %s", bridge);
    if (status != 200 || !member("device_code", code) || !member("user_code", shown)
        || !member("verification_uri", address) || !member("expires_in", number)) refuse();
    demand(address); say("to sign in, open %s", address); say("and enter the code %s", shown);
    long end = now() + within(30, atol(number), 3600), down = 0;
    long interval = member("interval", number) ? within(1, atol(number), 60) : 5, pause = interval;
    snprintf(form, sizeof form, "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=%s&device_code=%s",
        client, curl_easy_escape(curl, code, 0));
    for (;;) {
        nanosleep(&(struct timespec){.tv_sec = within(0, pause, end - now())}, NULL);
        if (now() >= end) strcpy(error, "expired_token"), down ? fail(75, "the bridge is gone") : refuse();
        if (!request(poll, form)) {
            if (!down++) say("the bridge cannot be reached, trying again until the code is too old");
            pause = within(after > interval ? after : interval, 2 * pause, 60 + interval);
        } else if (status == 200 && granted()) return puts(token) < 0 || fflush(stdout);
        else if (!is("authorization_pending", "slow_down")) refuse();
        else down = 0, pause = interval += strcmp(error, "slow_down") ? 0 : 5;
    }
}
