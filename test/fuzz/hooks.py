"""Schemathesis hooks: rules for requests that a schema cannot express.

Each request has its own client address, so that requests do not share the limiters' windows. If a request
names a brand, it is the brand of the key.
"""

import os
import uuid

import schemathesis

BRAND = os.environ.get("FUZZ_BRAND", "")


def is_uuid(value):
    try:
        uuid.UUID(value)
        return True
    except (AttributeError, TypeError, ValueError):
        return False


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["X-Forwarded-For"] = str(uuid.uuid4())


def of_brand(members):
    if BRAND and isinstance(members, dict) and is_uuid(members.get("brand_id")):
        return {**members, "brand_id": BRAND}
    return members


@schemathesis.hook
def map_body(context, body):
    return of_brand(body)


@schemathesis.hook
def map_query(context, query):
    return of_brand(query)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return of_brand(path_parameters)


@schemathesis.serializer("application/edi-x12")
def as_x12(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
