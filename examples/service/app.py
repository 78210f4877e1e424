"""The endpoints: ``create_app("sqlite:///runs.db")`` is an application for any ASGI server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from sqlalchemy import create_engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, sessionmaker

import runsnap
from examples.service.storage import StoredCapture, StoredResumption, Table

LIMITS = runsnap.Limits(max_bytes=4 * 2**20, max_problems=20)


class TooLargeError(Exception):
    """The body has more bytes than LIMITS allows."""


def create_app(database: str) -> FastAPI:
    """The application on a database, whose tables are made where they are missing."""
    engine = create_engine(database)
    Table.metadata.create_all(engine)
    sessions = sessionmaker(engine)
    app = FastAPI(title="runs")

    app.add_exception_handler(runsnap.InvalidDocumentError, invalid)
    app.add_exception_handler(runsnap.RunsnapError, unreadable)
    app.add_exception_handler(TooLargeError, too_large)

    @app.post("/captures", status_code=201)
    async def post_capture(request: Request, strict: bool = False) -> Response:
        body = await body_of(request)
        return await run_in_threadpool(store_capture, sessions, body, strict=strict)

    @app.get("/captures/{run_id}")
    def get_capture(run_id: str) -> Response:
        with sessions() as session:
            found = session.get(StoredCapture, run_id.upper())
        if found is None:
            return problem(404, "No such capture")
        return Response(found.document, media_type="application/json")

    @app.get("/captures")
    def find_captures(rng_seed: int) -> list[str]:
        seeded = select(StoredCapture.run_id).where(StoredCapture.rng_seed == rng_seed)
        with sessions() as session:
            return list(session.scalars(seeded))

    @app.post("/resumptions", status_code=201)
    async def post_resumption(request: Request, strict: bool = False) -> Response:
        body = await body_of(request)
        return await run_in_threadpool(store_resumption, sessions, body, strict=strict)

    return app


async def body_of(request: Request) -> bytes:
    """The body; what is too large is not read to its end."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LIMITS.max_bytes:
            raise TooLargeError
    return bytes(body)


def store_capture(sessions: Callable[[], Session], body: bytes, *, strict: bool) -> Response:
    """Judge and store a capture. The same one again changes nothing; another one of the same run is refused."""
    row = StoredCapture.of(runsnap.Capture.loads(body, strict=strict, limits=LIMITS))
    run_id, document = row.run_id, row.document
    with sessions() as session:
        session.add(row)
        try:
            session.commit()
        except IntegrityError:
            session.rollback()
            known = session.get_one(StoredCapture, run_id)
            if known.document != document:
                return problem(409, "Another capture of this run is stored")
            return JSONResponse({"run_id": run_id}, 200)
    return JSONResponse({"run_id": run_id}, 201, {"location": f"/captures/{run_id}"})


def store_resumption(sessions: Callable[[], Session], body: bytes, *, strict: bool) -> Response:
    """Judge and store a run that stopped."""
    row = StoredResumption.of(runsnap.Resumption.loads(body, strict=strict, limits=LIMITS))
    with sessions() as session:
        session.add(row)
        session.commit()
        return JSONResponse({"id": row.id}, 201)


def invalid(_: Request, error: Exception) -> Response:
    """JSON, but no valid document: every problem with its pointer."""
    assert isinstance(error, runsnap.InvalidDocumentError)
    return problem(422, "The document is not valid", report=error.report.to_dict())


def unreadable(_: Request, error: Exception) -> Response:
    """Not JSON, another kind, an unknown version, beyond a limit."""
    return problem(422, "The document cannot be read", detail=str(error), error=type(error).__name__)


def too_large(_: Request, __: Exception) -> Response:
    """More bytes than the service takes."""
    return problem(413, "The document is too large", allowed=LIMITS.max_bytes)


def problem(status: int, title: str, **more: Any) -> Response:
    """An answer as RFC 9457 has it."""
    content = {"type": "about:blank", "title": title, "status": status, **more}
    return JSONResponse(content, status, media_type="application/problem+json")
