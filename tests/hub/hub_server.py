#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hub of Hugging Face's kind on the loopback, for tests: models are the folders ROOT/ORG/NAME, data sets
ROOT/datasets/ORG/NAME. What is published, and its faults, are in hub_uploads.py.

usage: hub_server.py ROOT        prints its port, and serves until its standard input is closed

It answers /api/models, /api/datasets, /api/models/NAME[/revision/REV] and GET and HEAD of /NAME/resolve/REV/FILE as the hub does, and
the same of data sets: large files (above 10,000 bytes) are redirected to an address below /cdn/ and have a sha256, small
ones a git hash. A commit is a hash of its files' names and contents. ROOT/ORG/NAME/.hub.json may hold faults:
  {"gated": true}                  needs the token "right"
  {"private": true}                the same, and is unknown to others
  {"cut": {FILE: N}}               the connection ends after N bytes, once for each N given ([N, M]) or once
  {"garble": FILE}                 a byte differs
  {"longer": FILE, "shorter": FILE}  a byte more (chunked), or less, than is listed
  {"redirect": URL}                where large files lead
  {"names": [NAME, ...]}           names that are listed besides
  {"drip": FILE}                   a byte every 0.2 s
  {"stall": FILE}                  the headers, and then nothing
  {"status": N}                    of all answers
  {"text": TEXT}                   the answer of the API
  {"sizes": {FILE: N}}             what is listed instead
  {"no_range": true}               ranges are ignored
  {"etag": TEXT}                   X-Linked-Etag of the answers
  {"tags": [TEXT, ...]}            of a data set that a search has found
Each request is written to the standard error, with its Range and whether it had a token.
"""
import hashlib
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from hub_uploads import Uploads

ROOT = Path(sys.argv[1])
LARGE = 10_000
CUTS = {}  # of a file: how many of its cuts are done
HASHES = {}


def hashes(path):
    """(git hash, sha256) of a file that does not change."""
    key = str(path), path.stat().st_mtime_ns, path.stat().st_size
    if key not in HASHES:
        data = path.read_bytes()
        git = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
        HASHES[key] = git, hashlib.sha256(data).hexdigest()
    return HASHES[key]


class Model:
    def __init__(self, name):
        self.name, self.folder = name, ROOT / name
        notes = self.folder / ".hub.json"
        self.faults = json.loads(notes.read_text()) if notes.exists() else {}
        self.files = {str(p.relative_to(self.folder)): p for p in sorted(self.folder.rglob("*"))
                      if p.is_file() and p.name != ".hub.json"}
        digest = hashlib.sha1()
        for path, file in self.files.items():
            digest.update(f"{path} {hashes(file)[0]}\n".encode())
        self.commit = digest.hexdigest()

    def etag(self, path):
        return hashes(self.files[path])[self.files[path].stat().st_size > LARGE]

    def listed(self):
        siblings = []
        for path, file in self.files.items():
            size = self.faults.get("sizes", {}).get(path, file.stat().st_size)
            entry = {"rfilename": path, "size": size, "blobId": hashes(file)[0]}
            if file.stat().st_size > LARGE:
                entry["lfs"] = {"sha256": hashes(file)[1], "size": size, "pointerSize": 134}
            siblings.append(entry)
        for path in self.faults.get("names", []):
            siblings.append({"rfilename": path, "size": 1, "blobId": "0" * 40})
        return siblings

    def info(self):
        name = self.name.removeprefix("datasets/")
        return {"id": name, "modelId": name, "sha": self.commit,
                "private": bool(self.faults.get("private")), "gated": False,
                "siblings": self.listed(), "tags": []}

    def found(self):
        if self.name.startswith("datasets/"):
            name = self.name.removeprefix("datasets/")
            return {"id": name, "downloads": 1000 + len(name), "likes": 7, "gated": self.faults.get("gated", False),
                    "tags": self.faults.get("tags", []),
                    "usedStorage": sum(file.stat().st_size for file in self.files.values())}
        config = self.files.get("config.json")
        weights = self.files.get("model.safetensors")
        total = weights.stat().st_size // 4 if weights else 0
        return {"id": self.name, "downloads": 1000 + len(self.name), "likes": 7, "gated": self.faults.get("gated", False),
                "pipeline_tag": "feature-extraction", "tags": ["license:apache-2.0", "safetensors"],
                "config": {"model_type": json.loads(config.read_text()).get("model_type")} if config else {},
                "safetensors": {"parameters": {"F32": total}, "total": total}}


class Handler(Uploads, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        has_token = "token" if self.headers.get("Authorization") else "no token"
        print(f"{self.command} {self.path} {self.headers.get('Range', '-')} {has_token}", file=sys.stderr, flush=True)

    def answer(self, status, body=b"", **headers):
        self.log_message()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        try:
            self.route()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def route(self):
        url = urlsplit(self.path)
        parts = [unquote(part) for part in url.path.strip("/").split("/")]
        if parts in (["api", "models"], ["api", "datasets"]):
            return self.search(ROOT / "datasets" if parts[1] == "datasets" else ROOT, parse_qs(url.query))
        is_api = parts[0] == "api"
        is_cdn = parts[0] == "cdn"
        if is_api or is_cdn:
            parts = parts[1:]
        kind = ["datasets"] if parts[0] == "datasets" else []
        if parts[0] == "datasets" or is_api:
            parts = parts[1:]
        name = "/".join(kind + parts[:2])
        if len(parts) < 2 or not (ROOT / name).is_dir():
            return self.answer(404, X_Error_Code="RepoNotFound")
        model = Model(name)
        if not is_cdn and self.refused(model):
            return None
        if is_cdn:
            return self.contents(model, "/".join(parts[2:]))
        revision = parts[3] if len(parts) > 3 else "main"
        if revision not in ("main", "v1", model.commit):
            return self.answer(404, X_Error_Code="RevisionNotFound")
        if is_api:
            text = model.faults.get("text") or json.dumps(model.info())
            return self.answer(200, text.encode(), Content_Type="application/json")
        return self.resolve(model, "/".join(parts[4:]))

    def refused(self, model):
        token = self.headers.get("Authorization")
        if "status" in model.faults:
            return self.answer(model.faults["status"]) or True
        if token not in (None, "Bearer right"):
            return self.answer(401) or True
        if token is None and model.faults.get("private"):
            return self.answer(401, X_Error_Code="RepoNotFound") or True
        if token is None and model.faults.get("gated"):
            return self.answer(401, X_Error_Code="GatedRepo") or True
        return False

    def search(self, folder, query):
        words = query.get("search", [""])[0].lower()
        folders = sorted(each for org in (folder.iterdir() if folder.exists() else [])
                         if org.is_dir() and org.name != "datasets" and not org.name.startswith(".")
                         for each in org.iterdir() if each.is_dir())
        found = [Model(str(each.relative_to(ROOT))).found() for each in folders
                 if words in str(each.relative_to(folder)).lower()]
        found.sort(key=lambda model: -model["downloads"])
        limit = int(query.get("limit", ["20"])[0])
        self.answer(200, json.dumps(found[:limit]).encode(), Content_Type="application/json")

    def resolve(self, model, path):
        if path not in model.files:
            return self.answer(404, X_Error_Code="EntryNotFound", X_Repo_Commit=model.commit)
        size = model.files[path].stat().st_size
        etag = model.faults.get("etag", model.etag(path))
        headers = {"X_Repo_Commit": model.commit, "X_Linked_Etag": f'"{etag}"', "X_Linked_Size": str(size),
                   "ETag": f'"{etag}"'}
        if size > LARGE:
            where = model.faults.get("redirect") or f"http://{self.headers['Host']}/cdn/{model.name}/{path}"
            return self.answer(302, Location=where, **headers)
        return self.contents(model, path, headers)

    def contents(self, model, path, headers={}):
        data, faults = model.files[path].read_bytes(), model.faults
        if faults.get("garble") == path:
            data = bytes([data[0] ^ 1]) + data[1:]
        if faults.get("shorter") == path:
            data = data[:-1]
        first = 0
        wanted = self.headers.get("Range")
        if wanted and not faults.get("no_range"):
            first = int(wanted.removeprefix("bytes=").split("-")[0])
            if first >= len(data):
                return self.answer(416, **headers)
        body = data[first:]
        if faults.get("longer") == path:
            body += b"!"
        if first:
            headers = {**headers, "Content_Range": f"bytes {first}-{len(data) - 1}/{len(data)}"}
        cuts = faults.get("cut", {}).get(path, [])
        cuts = cuts if isinstance(cuts, list) else [cuts]
        done = CUTS.get((model.name, path), 0)
        is_plain = done >= len(cuts) and path not in (faults.get("drip"), faults.get("stall"))
        if self.command == "HEAD" or is_plain:
            return self.answer(206 if first else 200, body, **headers)
        self.answer(206 if first else 200, Content_Length=str(len(body)), **headers)
        if faults.get("stall") == path:
            time.sleep(30)
        elif faults.get("drip") == path:
            for byte in body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.2)
        else:
            CUTS[(model.name, path)] = done + 1
            self.wfile.write(body[:cuts[done]])
            self.wfile.flush()
        self.close_connection = True
        return None


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
