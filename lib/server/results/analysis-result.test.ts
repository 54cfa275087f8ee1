import { expect, it } from "vitest";
import { makeAwkwardStudy } from "@/prisma/factories/make-awkward-study.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { computeResult, loadFreshResult } from "../stored-results/stored-result.ts";
import { loadCompleteAnalysis } from "./analyse-study.ts";
import { analysisResult, listAnalysisExtras, loadAnalysisFile } from "./analysis-result.ts";

withTestDatabase();

const reader = (projectId: string): Actor => ({
  ...installation,
  isOwner: false,
  memberships: [{ projectId, role: "viewer" }],
});

it("computes the files of an analysis in a thread, once for all who ask at once, as the command line writes them", async () => {
  const study = await makeAwkwardStudy();
  const actor = reader(study.projectId);
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on("worker", count);
  const names = ["summary.json", "headline.svg", "comparisons.csv", "methods.md", "cells.csv"];
  const asked = names.map((name) => loadAnalysisFile(actor, study.id, name));
  const files = await Promise.all(asked);
  process.off("worker", count);
  expect(threads).toBe(1);
  const whole = await loadCompleteAnalysis(installation, study.id, null);
  const of = (name: string) => whole?.find((file) => file.name === name);
  expect(files).toEqual(names.map(of));
  const extras = await listAnalysisExtras(actor, study.id);
  expect(extras.some(({ name }) => name.startsWith("analysis/tables/accuracy/"))).toBe(true);
  const { rows } = await pool().query("SELECT subject FROM stored_result WHERE kind = 'analysis' ORDER BY subject");
  expect(rows.map(({ subject }) => subject)).toEqual([
    `${study.id}/amended/`,
    `${study.id}/headline/`,
    `${study.id}/tables/`,
  ]);
  expect(await loadAnalysisFile(reader(study.benchmarkId), study.id, "summary.json")).toBeNull();
  for (const name of ["refused", "absent.csv"]) expect(await loadAnalysisFile(actor, study.id, name)).toBeNull();
});

it("says why a study has none, and has a bundle with nothing but the participant flow", async () => {
  const study = await makeStudy();
  const actor = reader(study.projectId);
  await expect(loadAnalysisFile(actor, study.id, "summary.json")).rejects.toThrow("have answered the study");
  const extras = await listAnalysisExtras(actor, study.id);
  expect(extras.every(({ name }) => name.startsWith("analysis/flow/"))).toBe(true);
  expect(extras.map(({ name }) => name)).toContain("analysis/flow/consort.svg");
  expect(extras.find(({ name }) => name === "analysis/flow/places.csv")?.content).toContain("all,Arrived,0");
});

it("leaves a large result to a job: not ready until it has run, then the file, and not stale afterwards", async () => {
  const study = await makeAwkwardStudy();
  const large: ResultDefinition<unknown> = {
    ...analysisResult,
    facts: async (subject) => {
      const facts = await analysisResult.facts(subject);
      return facts && { ...facts, answers: 1e6 };
    },
  };
  const subject = `${study.id}/headline/`;
  await expect(loadFreshResult(large, subject)).rejects.toBeInstanceOf(PendingError);
  await expect(loadFreshResult(large, subject)).rejects.toMatchObject({ progress: { share: 0 } });
  const { rows } = await pool().query("SELECT count(*)::int AS jobs FROM job WHERE kind = $1", [
    `analysis/${analysisResult.ruleVersion}`,
  ]);
  expect(rows).toEqual([{ jobs: 1 }]);
  while (await runNextJob(jobHandlers));
  expect(await loadFreshResult(large, subject)).toEqual(await computeResult(analysisResult, subject));
});
