# SPDX-License-Identifier: GPL-3.0-or-later
"""What hub_server.py answers to who publishes: repositories are made, files come by themselves or in commits.

The token "right" may write. Large files (above 10,000 bytes, or *.safetensors) are kept below ROOT/.lfs by their sha256.
ROOT/.uploads.json may hold faults:
  {"status": {PART: N}}      of the answers to create, preupload, batch, object, complete, verify or commit
  {"text": {PART: TEXT}}     their text instead
  {"href": URL}              where large files go, with their hash after it
  {"parts": N}               large files go in parts of N bytes
  {"cut": true}              the first object's connection ends before it is read
  {"no_etag": true}          of a part
"""
import base64
import hashlib
import json
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(sys.argv[1])
STORE = ROOT / ".lfs"
LARGE = 10_000
CUT = set()


def git_hash(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


class Uploads:
    """POST and PUT of a BaseHTTPRequestHandler with answer()."""

    def do_POST(self):
        self.take()

    def do_PUT(self):
        self.take()

    def take(self):
        notes = ROOT / ".uploads.json"
        self.upload_faults = json.loads(notes.read_text()) if notes.exists() else {}
        url = urlsplit(self.path)
        parts = url.path.strip("/").split("/")
        if parts[0] == "store" and self.upload_faults.get("cut") and not CUT:
            CUT.add(self.path)
            self.log_message()
            self.close_connection = True
            return None
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if parts[0] == "store":
            return self.take_object(parts[1], parse_qs(url.query), body)
        if parts[0] == "complete":
            return self.complete(parts[1], json.loads(body))
        if self.headers.get("Authorization") != "Bearer right":
            return self.answer(401)
        if parts == ["api", "repos", "create"]:
            return self.create(json.loads(body))
        if parts[-3:] == ["lfs", "objects", "batch"]:
            return self.batch(json.loads(body))
        if parts[0] == "verify":
            return self.say("verify", {})
        name = "/".join(parts[2:4])
        if parts[4:] == ["preupload", "main"]:
            return self.preupload(ROOT / name, json.loads(body))
        if parts[4:] == ["commit", "main"]:
            return self.commit(ROOT / name, body.decode().splitlines())
        return self.answer(404)

    def say(self, part, value, **headers):
        status = self.upload_faults.get("status", {}).get(part, 200)
        text = self.upload_faults.get("text", {}).get(part, json.dumps(value))
        return self.answer(status, text.encode(), Content_Type="application/json", **headers)

    def create(self, asked):
        folder = ROOT / asked["organization"] / asked["name"]
        if folder.exists():
            return self.answer(409)
        if "create" not in self.upload_faults.get("status", {}):
            folder.mkdir(parents=True)
            if asked.get("private"):
                (folder / ".hub.json").write_text('{"private": true}')
        return self.say("create", {"url": f"http://{self.headers['Host']}/{asked['organization']}/{asked['name']}"})

    def preupload(self, folder, asked):
        files = []
        for file in asked["files"]:
            there = folder / file["path"]
            is_large = file["size"] > LARGE or file["path"].endswith(".safetensors")
            oid = None
            if there.is_file():
                data = there.read_bytes()
                oid = hashlib.sha256(data).hexdigest() if is_large else git_hash(data)
            base64.b64decode(file["sample"], validate=True)
            files.append({"path": file["path"], "uploadMode": "lfs" if is_large else "regular",
                          "shouldIgnore": False, "oid": oid})
        return self.say("preupload", {"files": files})

    def batch(self, asked):
        start = self.upload_faults.get("href", f"http://{self.headers['Host']}/store/")
        objects = []
        for each in asked["objects"]:
            oid, size = each["oid"], each["size"]
            answer = {"oid": oid, "size": size}
            if not (STORE / oid).exists():
                upload = {"href": f"{start}{oid}", "header": {}}
                chunk = self.upload_faults.get("parts")
                if chunk:
                    upload["href"] = f"http://{self.headers['Host']}/complete/{oid}"
                    count = (size + chunk - 1) // chunk
                    upload["header"] = {"chunk_size": str(chunk)} | {
                        f"{n:05}": f"{start}{oid}?part={n}" for n in range(1, count + 1)}
                answer["actions"] = {"upload": upload,
                                     "verify": {"href": f"http://{self.headers['Host']}/verify"}}
            objects.append(answer)
        return self.say("batch", {"transfer": "basic", "objects": objects})

    def take_object(self, oid, query, body):
        STORE.mkdir(exist_ok=True)
        part = query.get("part", [None])[0]
        if part is None and hashlib.sha256(body).hexdigest() != oid:
            return self.answer(400)
        (STORE / (oid if part is None else f"{oid}.{part}")).write_bytes(body)
        etag = {} if self.upload_faults.get("no_etag") else {"ETag": f'"{hashlib.sha1(body).hexdigest()}"'}
        return self.say("object", {}, **etag)

    def complete(self, oid, asked):
        data = b""
        for part in asked["parts"]:
            piece = (STORE / f"{oid}.{part['partNumber']}").read_bytes()
            if part["etag"] != f'"{hashlib.sha1(piece).hexdigest()}"':
                return self.answer(400)
            data += piece
        if hashlib.sha256(data).hexdigest() != oid:
            return self.answer(400)
        (STORE / oid).write_bytes(data)
        return self.say("complete", {})

    def commit(self, folder, lines):
        if any("commit" in self.upload_faults.get(kind, {}) for kind in ("status", "text")):
            return self.say("commit", {})
        for line in map(json.loads, lines):
            value = line["value"]
            if line["key"] == "header":
                continue
            file = folder / value["path"]
            if ".." in file.parts:
                return self.answer(400)
            file.parent.mkdir(parents=True, exist_ok=True)
            is_large = line["key"] == "lfsFile"
            file.write_bytes((STORE / value["oid"]).read_bytes() if is_large
                             else base64.b64decode(value["content"], validate=True))
        commit = hashlib.sha1("".join(lines).encode()).hexdigest()
        return self.say("commit", {"commitOid": commit, "success": True})
