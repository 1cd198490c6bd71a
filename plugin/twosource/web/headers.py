"""The headers that every answer carries."""

from __future__ import annotations

from flask import Flask, Response, request

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
DOCS_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Swagger UI sets styles on its elements; scripts still come from our own files alone."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # A review link holds its key; no other site may learn it.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def install(app: Flask) -> None:
    """Let every answer of the application carry the headers; a view may have set its own before."""

    @app.after_request
    def add(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        answer.headers.setdefault("content-security-policy", DOCS_POLICY if request.path == "/docs" else PAGE_POLICY)
        if not (request.endpoint or "").endswith("static"):
            answer.headers.setdefault("cache-control", "no-store")
        return answer
