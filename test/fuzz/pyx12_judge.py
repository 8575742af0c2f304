"""Validates every file of a folder with pyx12 and prints one JSON line for each: its name, verdict and errors."""
import functools
import io
import json
import logging
import sys
from pathlib import Path

import pyx12.map_if
import pyx12.params
from pyx12.x12n_document import x12n_document

logging.disable(logging.CRITICAL)

# A map is read once for all files.
read_map = pyx12.map_if.load_map_file
pyx12.map_if.load_map_file = functools.lru_cache(None)(lambda name, params, path=None: read_map(name, params, path))
params = pyx12.params.params()


def errors_of(report):
    """The texts of all errors, at whatever depth."""
    if isinstance(report, dict):
        if "err_str" in report:
            return [report["err_str"]]
        report = list(report.values())
    if isinstance(report, list):
        return [error for part in report for error in errors_of(part)]
    return []


for file in sorted(Path(sys.argv[1]).iterdir()):
    report = io.StringIO()
    try:
        is_valid = x12n_document(params, str(file), None, None, fd_json=report)
        errors = errors_of(json.loads(report.getvalue() or "{}"))
    except Exception as error:
        is_valid, errors = False, [repr(error)]
    print(json.dumps({"file": file.name, "isValid": bool(is_valid), "errors": errors}))
