"""Very many small captures as lines of JSON, the same every time; some lines are bad."""

import json
import random

import msgspec

SEED = 20260302
EVERY = 1_000
"""One line of so many is bad."""

ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BAD = [
    b'{"run_id": ',
    b"\xff\xfe",
    b'{"run_id": "01J9ZK3V7Q8R5T2W4Y6A8C0E1G", "run_id": "01J9ZK3V7Q8R5T2W4Y6A8C0E1G"}',
    b"[]",
    b'{"run_log": {}, "llm_io": [], "rng_seed": 18446744073709551616}',
]


def lines(count, seed=SEED):
    """So many lines, without their ends."""
    chance = random.Random(seed)
    for number in range(count):
        if number % EVERY == EVERY // 2:
            yield BAD[number // EVERY % len(BAD)]
        else:
            yield msgspec.json.encode(capture(chance, number))


def capture(chance, number):
    """A capture with a seed of 64 bits, instants in nanoseconds, and unknown members with long integers."""
    run = f"01J9ZK3V7Q{ulid(number, 16)}"
    plain = {
        "run_id": run,
        "run_log": {
            "run_id": run, "agent": "größe", "started_at": instant(chance), "finished_at": None, "status": "running",
            "steps": [step(chance)], "tokens": {"prompt_tokens": chance.getrandbits(32), "completion_tokens": 1},
            "cost_estimate": None,
        },
        "llm_io": [{"prompt": "p", "completion": "c", "model": "m", "note": msgspec.Raw(b"%d" % chance.getrandbits(120))}],
        "model_version": "m", "rng_seed": chance.getrandbits(64), "memory_ref": None, "captured_at": instant(chance),
    }  # fmt: skip
    return plain if number % 3 else plain | {"later": {"amount": msgspec.Raw(b"%d" % (10**38 - 1 - number))}}


def step(chance):
    return {
        "idx": 0, "kind": chance.choice(["llm_call", "a new kind"]), "name": "m", "input": {"n": chance.random()},
        "output": None, "error": None, "latency": chance.getrandbits(20), "span_id": None, "cost_usd": chance.random(),
    }  # fmt: skip


def instant(chance):
    return f"2026-03-02T08:{chance.randrange(60):02}:{chance.randrange(60):02}.{chance.randrange(10**9):09}Z"


def ulid(number, length):
    return "".join(ULID[number >> 5 * place & 31] for place in reversed(range(length)))


def resumption(micros):
    """A resumption that has spent so many millionths, as JSON text."""
    return json.dumps({
        "ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": "sha256:" + "0" * 64, "label": "l",
        "stoppedAt": "n1", "resumeAt": "n2", "inputs": {}, "bindings": {}, "outputs": {}, "steps": 0,
        "usage": {"inputTokens": 2**63 - 1, "outputTokens": 0}, "spend": {"micros": micros, "currency": "EUR"},
        "modelCalls": 0, "toolCalls": 0, "consultations": 0,
    }).encode()  # fmt: skip
