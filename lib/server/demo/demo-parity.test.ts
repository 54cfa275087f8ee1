import { expect, it } from "vitest";
import { inProcessEndpoints } from "@/app/s/own-endpoints.ts";
import { defaultBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { listPeopleComparisons, peopleModelResult } from "../beliefs/compare-people.ts";
import { listRuns, loadBeliefs } from "../beliefs/load-beliefs.ts";
import { loadBeliefComparisons } from "../beliefs/load-comparisons.ts";
import { peopleResult } from "../beliefs/participant-answers.ts";
import { computeScores } from "../beliefs/score-runs.ts";
import { artefactResult, readArtefacts } from "../mindgames/artefact-result.ts";
import { tallyJobKind } from "../models/request-tallies.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { loadCompleteAnalysis } from "../results/analyse-study.ts";
import { loadResults } from "../results/load-results.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { loadParity } from "../studies/parity/load-parity.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { ksteDemoJobKind, mindgamesDemoJobKind } from "./demo-parts.ts";
import { seedDemo, smallSimulation } from "./seed.ts";
import { simulateKste } from "./seed-kste-studies.ts";
import { simulateMindgames } from "./seed-mindgames.ts";
import { simulateBeliefs } from "./simulate-beliefs.ts";

withTestDatabase();

/** The kinds of the demo's own work that these studies need; the crowd of the Street demo is another test's. */
const wanted = [ksteDemoJobKind, mindgamesDemoJobKind, "expand-beliefs", "simulate-beliefs", tallyJobKind];

it("matches and verifies the demo's models beside its people, or says why not", async () => {
  await seedDemo(smallSimulation);
  await pool().query("DELETE FROM job WHERE NOT kind = ANY ($1)", [wanted]);
  const handlers = Object.fromEntries(wanted.flatMap((kind) => (jobHandlers[kind] ? [[kind, jobHandlers[kind]]] : [])));
  // No server listens here, so its people come by the same endpoints in this process.
  handlers[ksteDemoJobKind] = (job) => simulateKste(job, () => inProcessEndpoints);
  handlers[mindgamesDemoJobKind] = (job) => simulateMindgames(job, () => inProcessEndpoints);
  handlers["simulate-beliefs"] = (job) => simulateBeliefs(job, () => inProcessEndpoints);
  while (await runNextJob(handlers));
  const dead = await pool().query("SELECT kind, last_error FROM job WHERE state = 'dead'");
  expect(dead.rows).toEqual([]);

  const studies = await pool().query("SELECT slug FROM study WHERE is_demo ORDER BY slug");
  // Many answers are compared in the background, when someone looks.
  for (const { slug } of studies.rows) await loadParity(installation, slug, 1);
  while (await runNextJob(handlers));
  const counts: Record<string, object | undefined> = {};
  for (const { slug } of studies.rows) counts[slug] = (await loadParity(installation, slug, 1))?.counts;
  expect(counts).toEqual(
    Object.fromEntries(
      studies.rows.map(({ slug }) => [
        slug,
        expect.objectContaining({ content: 0, presentation: 0, otherVersion: 0, unmatched: 0 }),
      ]),
    ),
  );
  // One of the Street demo's three models keeps no prompts, on purpose: its answers show what "unverified" is.
  for (const [slug, found] of Object.entries(counts)) {
    const { verified, unproved } = found as { verified: number; unproved: number };
    expect({ slug, verified: verified > 0 }).toEqual({ slug, verified: true });
    expect({ slug, unproved: unproved > 0 }).toEqual({ slug, unproved: ["demo", "demo-simulated"].includes(slug) });
  }
  for (const slug of ["demo-story-errors", "demo-next-actions"]) {
    const results = await loadResults(installation, slug, defaultResultsQuery);
    expect(results?.results.counts.reduce((sum, { count }) => sum + count, 0)).toBe(96);
    expect(results?.results.series.length).toBe(3);
    expect(results?.results.answers.every(({ parity }) => parity === "verified")).toBe(true);
    expect(results?.plan?.plan).toMatchObject({
      comparator: { kind: "mean-person" },
      unparsed: slug === "demo-next-actions" ? "omit" : "wrong",
    });
  }
});

it("compares the demo's people with every model on the same expressions, and divides models' rates", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "SELECT benchmark_id AS id FROM belief_source JOIN benchmark ON benchmark.id = benchmark_id WHERE is_demo",
  );
  const benchmarkId = rows[0]!.id;
  await computeScores(await listRuns(benchmarkId), defaultBeliefQuery.parity);
  const { studies } = (await loadBeliefs(installation, benchmarkId, defaultBeliefQuery))!;
  await computeResult(peopleResult, await studySubject(studies[0]!.id, true, defaultBeliefQuery.rule));
  const results = (await loadBeliefs(installation, benchmarkId, defaultBeliefQuery))!;
  const compared = await listPeopleComparisons(results);
  expect(compared.length).toBeGreaterThan(1);
  for (const { subject } of compared) await computeResult(peopleModelResult, subject);
  const { view, pending } = await loadBeliefComparisons(results, { ...defaultBeliefQuery, by: "source" });
  expect(pending).toEqual([]);
  const named = new Map(view.tables.map((table) => [table.name, table]));
  const against = named.get("people-against-models")!;
  expect(against.rows).toHaveLength(5 * compared.length);
  expect(against.rows[0]).toMatchObject([{}, {}, { n: expect.any(Number), low: expect.any(Number) }, { kind: "test" }]);
  expect(named.get("people-against-model-by-category")!.rows).toHaveLength(19);
  for (const table of ["rank-correlations", "by-source", "templates", "without-expression"])
    expect(named.get(table)?.rows.length, table).toBeGreaterThan(1);
});

it("measures the artefacts of the demo's problems with a disjoint set of another seed", async () => {
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM benchmark WHERE name = 'MindGames (demo)'");
  await computeResult(artefactResult, rows[0]!.id);
  expect((await readArtefacts(installation, rows[0]!.id)).stored?.document).toMatchObject({
    rows: 80,
    folds: 0,
    training: { rows: 240, seed: "parallax-demo, training" },
  });
});

it.each(["demo-mindgames", "demo-next-actions", "demo-story-errors"])(
  "analyses %s twice with the same bytes, all of it computed anew",
  async (slug) => {
    const first = await loadCompleteAnalysis(installation, slug, null);
    expect(first?.length).toBeGreaterThan(80);
    await pool().query("DELETE FROM stored_result");
    expect(await loadCompleteAnalysis(installation, slug, null)).toEqual(first);
  },
);
