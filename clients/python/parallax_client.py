"""Client for the Parallax API. One file, standard library only; returns DataFrames if pandas is installed.

    from parallax_client import Client

    parallax = Client("https://parallax.example.org", token=os.environ["PARALLAX_TOKEN"])
    project = parallax.project()
    parallax.import_items(project["id"], "items.jsonl", benchmark="My items")

Every operation is described at /help/api of the installation; `Client.request` calls any of them.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

Json = Any

__all__ = ["ApiError", "Client"]


class ApiError(Exception):
    """A refusal of the server, as problem details (RFC 9457)."""

    def __init__(self, status: int, code: str, detail: str, field: str | None = None) -> None:
        super().__init__(f"{status} {code}: {field + ': ' if field else ''}{detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field


class Client:
    """One installation, with the rights of one token.

    `timeout` is in seconds for one request; `patience` is how long to wait for a result that is being computed.
    """

    def __init__(self, url: str, token: str, *, timeout: float = 60, patience: float = 600) -> None:
        self._base = url.rstrip("/") + "/api/v1"
        self._token = token
        self._timeout = timeout
        self._patience = patience

    # -- requests ---------------------------------------------------------------------------------------------------

    def request(
        self,
        method: str,
        path: str,
        body: Json = None,
        query: Mapping[str, Any] | None = None,
    ) -> Json:
        """Sends one request and returns the JSON of its response.

        Waits while the server is busy (429, 503) or still computes the result (202). A change is sent with an
        idempotency key, so that a repeated request has no second effect.
        """
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data is not None else {}
        with self._open(method, path, data, headers, query) as response:
            return json.load(response)

    def upload(self, path: str, file: str | Path, query: Mapping[str, Any]) -> Json:
        """Sends a file as the body of a request and returns the report of its import."""
        headers = {"Content-Type": "application/octet-stream"}
        data = Path(file).read_bytes()
        with self._open("POST", path, data, headers, {"fileName": Path(file).name, **query}) as response:
            return json.load(response)

    def download(self, path: str, to: str | Path, query: Mapping[str, Any] | None = None) -> Path:
        """Saves the response to a file, piece by piece, and returns its path."""
        with self._open("GET", path, None, {}, query) as response, open(to, "wb") as file:
            while piece := response.read(1 << 16):
                file.write(piece)
        return Path(to)

    def _open(self, method, path, data, headers, query):  # type: ignore[no-untyped-def]
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers = {**headers, "Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        deadline = time.monotonic() + self._patience
        while True:
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                response = urllib.request.urlopen(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or time.monotonic() > deadline:
                    raise _refusal(error) from None
                _wait(error.headers)
                continue
            if response.status != 202:
                return response
            if time.monotonic() > deadline:
                raise ApiError(202, "pending", "The result is still being computed.")
            response.close()
            _wait(response.headers)

    # -- projects and items -----------------------------------------------------------------------------------------

    def project(self, slug: str | None = None) -> Json:
        """The project with this slug, or the only one that the token may enter."""
        projects = self.request("GET", "/projects")["projects"]
        found = [one for one in projects if slug is None or one["slug"] == slug]
        if len(found) != 1:
            raise LookupError(f"{len(found)} projects match; name one of: {', '.join(one['slug'] for one in projects)}")
        return found[0]

    def import_items(self, project: str, file: str | Path, *, benchmark: str, dry_run: bool = False) -> Json:
        """Imports an item file into a benchmark, which is created if it does not exist. Returns the report."""
        return self.upload(f"/projects/{project}/items", file, {"benchmark": benchmark, "dryRun": dry_run})

    def benchmark(self, project: str, name: str) -> Json:
        """The benchmark of a project with this name."""
        for one in self.request("GET", f"/projects/{project}/benchmarks")["benchmarks"]:
            if one["name"] == name:
                return one
        raise LookupError(f'the project has no benchmark named "{name}"')

    def import_predictions(self, benchmark: str, file: str | Path, *, source: str = "api", dry_run: bool = False) -> Json:
        """Imports model answers or evaluation logs for a benchmark. Returns the report."""
        return self.upload(f"/benchmarks/{benchmark}/predictions", file, {"source": source, "dryRun": dry_run})

    # -- studies ----------------------------------------------------------------------------------------------------

    def create_study(
        self,
        project: str,
        *,
        preset: str,
        name: str,
        slug: str,
        benchmark: str,
        changes: Mapping[str, Json] | None = None,
    ) -> Json:
        """Creates a draft study from a preset; `changes` replaces fields of the draft. Returns its id and slug."""
        body = {"preset": preset, "name": name, "slug": slug, "benchmark": benchmark}
        return self.request("POST", f"/projects/{project}/studies", {**body, **({"changes": changes} if changes else {})})

    def study(self, study: str) -> Json:
        """A study by its id or its name in links."""
        return self.request("GET", f"/studies/{study}")

    def open_study(self, study: str) -> Json:
        """Opens a study: from now on people can take part."""
        return self.request("POST", f"/studies/{study}/moves", {"move": "open"})

    def close_study(self, study: str) -> Json:
        """Closes a study, which locks its data."""
        return self.request("POST", f"/studies/{study}/moves", {"move": "close"})

    def simulate(self, study: str, participants: int, *, seed: str = "1", accuracy: float = 0.8) -> Json:
        """Lets scripted participants answer a simulation of a study, and waits for them.

        The answers are in a study of their own: `["result"]["study"]` is its name.
        """
        body = {"participants": participants, "seed": seed, "accuracy": accuracy, "dropOut": 0}
        self.request("POST", f"/studies/{study}/simulations", body)
        return self._latest(f"/studies/{study}/simulations/latest", "simulation", "reason")

    # -- results ----------------------------------------------------------------------------------------------------

    def results(self, study: str) -> Json:
        """The results of a study under its analysis plan."""
        return self.request("GET", f"/studies/{study}/results")

    def records(self, study: str, table: str = "responses") -> Iterator[dict[str, Json]]:
        """The rows of a table of a study's export, one after the other, without keeping them in memory."""
        with self._open("GET", f"/studies/{study}/records/{table}", None, {}, None) as response:
            for line in response:
                yield json.loads(line)

    def frame(self, study: str, table: str = "responses") -> Any:
        """The same rows as a pandas DataFrame; a list of dictionaries where pandas is not installed."""
        rows = list(self.records(study, table))
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    def export(self, study: str, to: str | Path, *, format: str = "bundle") -> Path:
        """Saves the export of a study as a zip file."""
        return self.download(f"/studies/{study}/export", to, {"format": format})

    # -- releases ---------------------------------------------------------------------------------------------------

    def release(
        self,
        subject: str,
        description: Mapping[str, Json],
        *,
        kind: Literal["study", "benchmark", "collection"] = "study",
        level: str = "public",
        dry_run: bool = False,
        **options: Json,
    ) -> Json:
        """Checks a release of a study, a benchmark or a collection, writes a version of it, and waits for both.

        `kind` is that of `subject`; benchmarks and collections have only the level public. `options` are drop,
        merge, k, reason, language and isAnonymous. `["report"]["findings"]` lists what the checks found; `["isWritten"]`
        is false after a dry run and if an error was found and no reason given. `["id"]` is the version.
        """
        body = {"description": description, "level": level, "isDryRun": dry_run, **options}
        path = f"/{'studies' if kind == 'study' else f'{kind}s'}/{subject}/releases"
        self.request("POST", path, body)
        return self._latest(f"{path}/latest", "release", "problem")

    def _latest(self, path: str, name: str, problem: str) -> Json:
        """Waits until the newest request of a kind is done, and returns its state."""
        deadline = time.monotonic() + self._patience
        while True:
            state = self.request("GET", path)
            if state and state["state"] == "done":
                return state
            if state and state["state"] == "failed":
                raise RuntimeError(f"the {name} failed: {state[problem]}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"the {name} is not done")
            time.sleep(1)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wait(headers: Mapping[str, str]) -> None:
    time.sleep(min(30.0, max(0.2, float(headers.get("Retry-After") or 1))))


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    try:
        problem = json.load(error)
    except ValueError:
        problem = {}
    code = problem.get("code", "error")
    return ApiError(error.code, code, problem.get("detail", error.reason), problem.get("field"))
