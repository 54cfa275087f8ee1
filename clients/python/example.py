"""From items to results with the Parallax API: python3 example.py URL ITEMS PREDICTIONS (the token in PARALLAX_TOKEN)."""

import os
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
    changes={"stage": "simulation", "perStratumItem": 2},
)["id"]
print("status:", parallax.open_study(study)["status"])
print("simulated:", parallax.simulate(study, 50)["participants"])
print("predictions:", parallax.import_predictions(benchmark, predictions)["inserted"])
print("status:", parallax.close_study(study)["status"])
print("counted:", sum(row["is_counted"] for row in parallax.records(study)))
print("results:", sorted(parallax.results(study)))
