"""From items to a release with the Parallax API: python3 example.py URL ITEMS PREDICTIONS (the token in PARALLAX_TOKEN)."""

import json
import os
import re
import sys

from parallax_client import Client

url, items, predictions = sys.argv[1:4]
parallax = Client(url, token=os.environ["PARALLAX_TOKEN"])
project = parallax.project()["id"]
print("items:", parallax.import_items(project, items, benchmark="From Python")["inserted"])
benchmark = parallax.benchmark(project, "From Python")["id"]
study = parallax.create_study(
    project,
    preset="street-2024",
    name="From Python",
    slug="from-python",
    benchmark=benchmark,
    changes={"perStratumItem": 2},
)["id"]
# The consent names the institution, the approval, the pay and a contact; a real study states its own.
edited = parallax.request("GET", f"/studies/{study}/draft")
draft = json.loads(re.sub(r"\[(?:name|insert)[^\]]*\]", "an example", json.dumps(edited["draft"], ensure_ascii=False)))
parallax.request("PUT", f"/studies/{study}/draft", {"revision": edited["revision"], "draft": draft})
print("status:", parallax.open_study(study)["status"])
simulation = parallax.simulate(study, 50)["result"]
print("simulated:", simulation["finished"])
print("predictions:", parallax.import_predictions(benchmark, predictions)["inserted"])
print("status:", parallax.close_study(study)["status"])
print("answers:", sum(1 for _ in parallax.records(simulation["study"])))
print("results:", sorted(parallax.results(simulation["study"])))
author = {"given": "Ann", "family": "Example"}
description = {"title": "From Python", "summary": "Simulated answers.", "version": "1.0.0", "published": "2026-12-01"}
description |= {"authors": [author], "licence": "CC-BY-4.0"}
release = parallax.release(simulation["study"], description, reason="The people are simulated.")
print("release written:", release["isWritten"])
print("benchmark released:", parallax.release(benchmark, description, kind="benchmark")["isWritten"])
