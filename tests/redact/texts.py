"""Secrets for tests, each with the detector that knows it and a text that it stands in."""

from __future__ import annotations

CARDS = [
    "378282246310005", "371449635398431", "378734493671000", "5610591081018250", "30569309025904", "38520000023237",
    "6011111111111117", "6011000990139424", "3530111333300000", "3566002020360505", "5555555555554444",
    "5105105105105100", "4111111111111111", "4012888888881881", "4222222222222", "5019717010103742",
    "6331101999990016", "2223003122003222", "6205500000000000004",
]  # fmt: skip

JWT = (  # RFC 7519, section 3.1
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmN"
    "vbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)
PEM = (  # RFC 7468, section 10, its ends
    "-----BEGIN PRIVATE KEY-----\nMIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgVcB/UNPxalR9zDYAjQIf\n"
    "jojUDiQuGnSJrFEEzZPT/92h\n-----END PRIVATE KEY-----"
)
_LONG = "0123456789abcdefghijABCDEFGHIJ012345"

SECRETS = [
    ("pem", PEM, f"the key is {PEM}, keep it"),
    ("pem", PEM.replace("PRIVATE", "ENCRYPTED PRIVATE"), PEM.replace("PRIVATE", "ENCRYPTED PRIVATE")),
    ("pem", PEM[:90], f"cut off: {PEM[:90]}"),
    ("url-login", "user:pass", "ftp://user:pass@host/file"),
    ("url-login", ":geheim", "redis://:geheim@cache:6379/0"),
    ("url-login", "u:p@ss", "postgres://u:p@ss@db/x"),
    ("jwt", JWT, f"token {JWT} expired"),
    ("key", "AKIAIOSFODNN7EXAMPLE", "AWS_ID AKIAIOSFODNN7EXAMPLE, eu-central-1"),
    ("key", "sk-proj-" + _LONG, f"with sk-proj-{_LONG}."),
    ("key", "ghp_" + _LONG, f"ghp_{_LONG} was revoked"),
    ("key", "github_pat_" + _LONG, f"use github_pat_{_LONG}"),
    ("key", "xox" + "b-123456789012-abcdefABCDEF", "post as xox" + "b-123456789012-abcdefABCDEF now"),
    ("key", "glpat-" + _LONG, f"clone with glpat-{_LONG}"),
    ("key", "AIza" + _LONG, f"maps?key=AIza{_LONG}&q"),
    ("key", "sk_" + "live_" + _LONG, "pay by sk_" + f"live_{_LONG}"),
    ("bearer", "mF_9.B5f-4.1JqM", "Authorization: Bearer mF_9.B5f-4.1JqM"),  # RFC 6750
    (
        "bearer",
        "QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
        "authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    ),  # RFC 7617
    ("bearer", "abcdefghij0123", "curl -H bearer abcdefghij0123"),
    ("assigned", "hunter2", "PASSWORD=hunter2 ./run"),
    ("assigned", "correct horse", '{"client_secret": "correct horse"}'),
    ("assigned", "it's", 'api-key: "it\'s"'),
    ("assigned", r"a\"b", r'"password": "a\"b"'),
    ("email", "alice@example.com", "write to alice@example.com."),
    ("email", "a.b+c@mail.example.co.uk", "<a.b+c@mail.example.co.uk>"),
    ("email", "用户@例子.广告", "to 用户@例子.广告"),  # of RFC 6531's kind
    ("email", "alice%40example.com", "?to=alice%40example.com&x=1"),
    ("card", "4111 1111 1111 1111", "pay with 4111 1111 1111 1111 today"),
    ("card", "3782-822463-10005", "amex 3782-822463-10005"),
]
