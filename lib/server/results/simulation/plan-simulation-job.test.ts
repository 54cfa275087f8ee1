import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { main } from "@/lib/cli/main.ts";
import { generativeProfileSchema } from "@/lib/domain/results/simulation/generative-profile.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { getPlanSimulationViews } from "./get-plan-simulation-views.ts";
import {
  getPlanSimulation,
  type PlanSimulationOrder,
  planSimulationJobKind,
  requestPlanSimulation,
  simulatePlanInBackground,
} from "./plan-simulation-job.ts";

withTestDatabase();

const order: PlanSimulationOrder = { part: "plan", times: 10, seed: "1", profile: generativeProfileSchema.parse({}) };
const handlers = { [planSimulationJobKind]: simulatePlanInBackground };

/** Runs the job until it has ended: on a busy machine an attempt may fail and be repeated after a while. */
async function finish(studyId: string, part: PlanSimulationOrder["part"]): Promise<void> {
  while ((await getPlanSimulation(studyId, part))?.state === "working")
    if (!(await runNextJob(handlers))) await setTimeout(100);
}

describe("a simulation of a study's plan", () => {
  it("runs in the background, and goes on where it stopped", async () => {
    const study = await makeStudy();
    expect(await getPlanSimulation(study.id, "plan")).toBeNull();
    await requestPlanSimulation(installation, study.id, order);
    expect(await getPlanSimulation(study.id, "plan")).toMatchObject({ state: "working", done: 0, of: 10 });
    expect(await runNextJob(handlers)).toBe(true);
    const first = await getPlanSimulation(study.id, "plan");
    expect(first).toMatchObject({ state: "done", done: 10, simulation: { tally: { studies: 10 } } });
    await requestPlanSimulation(installation, study.id, { ...order, times: 14 });
    await runNextJob(handlers);
    const together = await getPlanSimulation(study.id, "plan");
    const answersEach = first!.simulation!.tally.answers / 10;
    expect(together!.simulation!.tally).toMatchObject({ studies: 14, answers: 14 * answersEach });
  });

  it("starts again, and is not shown, if it follows older rules of the tests", async () => {
    const study = await makeStudy();
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    for (const part of ["plan", "curves"] as const) {
      await requestPlanSimulation(installation, study.id, { ...order, part });
      await finish(study.id, part);
    }
    const { rowCount } = await pool().query(
      `UPDATE job SET result = replace(result::text, 'plan-simulation/2', 'plan-simulation/1')::jsonb,
         progress = replace(replace(progress::text, 'plan-simulation/2', 'plan-simulation/1'), '"studies": 10', '"studies": 9')::jsonb
       WHERE kind = $1 AND payload ->> 'studyId' = $2`,
      [planSimulationJobKind, study.id],
    );
    expect(rowCount).toBe(2);
    const { plan, curves, isCurrent } = (await getPlanSimulationViews(actor, study.id))!;
    expect([plan, curves]).toMatchObject([
      { simulated: { state: "outdated" }, view: null },
      { simulated: { state: "outdated" }, view: null },
    ]);
    expect(isCurrent).toBe(false);
    await requestPlanSimulation(installation, study.id, { ...order, times: 14 });
    await finish(study.id, "plan");
    const { tally } = (await getPlanSimulation(study.id, "plan"))!.simulation!;
    const whole = await makeStudy();
    await requestPlanSimulation(installation, whole.id, { ...order, times: 14 });
    await finish(whole.id, "plan");
    expect(tally.studies).toBe(14);
    expect(tally.left).toBe((await getPlanSimulation(whole.id, "plan"))!.simulation!.tally.left);
  });

  it("is handed back when the process ends, and is no attempt", async () => {
    const study = await makeStudy();
    await requestPlanSimulation(installation, study.id, { ...order, times: 50_000 });
    const ending = new AbortController();
    const running = runNextJob(handlers, ending.signal);
    await expect
      .poll(async () => (await getPlanSimulation(study.id, "plan"))!.done, { timeout: 120_000 })
      .toBeGreaterThan(0);
    ending.abort();
    await running;
    const stopped = await getPlanSimulation(study.id, "plan");
    expect(stopped).toMatchObject({ state: "working" });
    expect(stopped!.simulation!.tally.studies).toBe(stopped!.done);
    await pool().query("DELETE FROM job WHERE state = 'waiting'");
  });

  it("computes curves over people, stories and differences", async () => {
    const study = await makeStudy();
    await requestPlanSimulation(installation, study.id, { ...order, part: "curves" });
    await finish(study.id, "curves");
    const { state, points, done, of } = (await getPlanSimulation(study.id, "curves"))!;
    expect({ state, left: of - done }).toEqual({ state: "done", left: 0 });
    expect(new Set(points.map(({ axis }) => axis))).toEqual(new Set(["people", "stories", "difference"]));
  });

  it("seeks the number of people at which the plan has the wanted power, or says that it was not reached", async () => {
    const seek = async (items: number, aim: { difference: number; power: number }) => {
      const study = await makeStudy({ items });
      await requestPlanSimulation(installation, study.id, { ...order, part: "curves", times: 10, aim });
      await finish(study.id, "curves");
      const { actor } = await makePerson({ projectId: study.projectId, role: "viewer" });
      const { simulated, view } = (await getPlanSimulationViews(actor, study.id))!.curves;
      const people = simulated!.points
        .filter(({ axis, asks }) => axis === "people" && asks === "difference")
        .sort((left, right) => left.value - right.value);
      return { powers: people.map(({ significant, tested }) => significant / tested), said: view!.sentences.join(" ") };
    };
    const large = await seek(10, { difference: 0.5, power: 0.95 });
    // Chance decides whether all ten simulated studies of the smallest number of people are significant already.
    expect(large.said).toMatch(
      large.powers[0]! < 0.95
        ? /95.0% power for a difference of 50.0 points requires about [\d,]+ people/u
        : /95.0% power for a difference of 50.0 points is reached at [\d,]+ people or below/u,
    );
    const small = await seek(4, { difference: 0.05, power: 0.99 });
    expect(small.said).toMatch(/99.0% power for a difference of 5.0 points is not reached up to [\d,]+ people/u);
  });

  it("is refused to those who may not change the study, and with a profile that is none", async () => {
    const study = await makeStudy();
    const viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
    await expect(requestPlanSimulation(viewer, study.id, order)).rejects.toMatchObject({ code: "not-found" });
    const profile = { ...order.profile, accuracy: 2 };
    await expect(requestPlanSimulation(installation, study.id, { ...order, profile })).rejects.toMatchObject({
      code: "invalid",
      field: "profile",
    });
  });
});

describe("parallax simulate-plan", () => {
  it("prints rates with Monte Carlo limits, and continues a state file", async () => {
    const study = await makeStudy();
    const folder = await mkdtemp(join(tmpdir(), "parallax-simulate-plan-"));
    const state = join(folder, "state.json");
    const run = async (...args: string[]) => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const code = await main(["simulate-plan", ...args], { stdin: Readable.from([]), stdout, stderr });
      stdout.end();
      stderr.end();
      return {
        code,
        out: Buffer.concat(await stdout.toArray()).toString(),
        error: Buffer.concat(await stderr.toArray()).toString(),
      };
    };
    const first = await run(study.slug, "--times", "3", "--state", state);
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining("type I error") });
    const more = await run(study.slug, "--times", "5", "--state", state, "--json");
    expect(more.code).toBe(0);
    const whole = await run(study.slug, "--times", "5", "--json");
    const tallyOf = (text: string) => JSON.parse(text).tally;
    expect(tallyOf(more.out).studies).toBe(5);
    expect(tallyOf(more.out).tests.map(({ rejected }: { rejected: number }) => rejected)).toEqual(
      tallyOf(whole.out).tests.map(({ rejected }: { rejected: number }) => rejected),
    );
    expect(JSON.parse(await readFile(state, "utf8")).tally.studies).toBe(5);
    expect(await run(study.slug, "--times", "5", "--seed", "other", "--state", state)).toMatchObject({ code: 1 });
    await writeFile(state, (await readFile(state, "utf8")).replace("plan-simulation/2", "plan-simulation/1"));
    const old = await run(study.slug, "--times", "6", "--state", state);
    expect(old).toMatchObject({ code: 1, error: expect.stringContaining("follows older rules; use another file") });
    expect(await run("no-such-study", "--times", "5")).toMatchObject({ code: 2 });
    await rm(folder, { recursive: true });
  });
});
