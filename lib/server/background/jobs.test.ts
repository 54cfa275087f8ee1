import { describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { JobSignal } from "../platform/jobs/job-signal.ts";
import { startJobWorker } from "../platform/jobs/job-worker.ts";
import {
  InterruptedJobError,
  type JobHandler,
  PermanentJobError,
  type RunningJob,
  readMsUntilNextJob,
  runNextJob,
} from "../platform/jobs/run-job.ts";

withTestDatabase();

const nobody = { projectId: null, createdById: null };

async function stateOf(id: string) {
  return (await pool().query("SELECT state::text, attempts, result, last_error FROM job WHERE id = $1", [id])).rows[0];
}

async function countOf(kind: string, state: string): Promise<number> {
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM job WHERE kind = $1 AND state::text = $2", [
    kind,
    state,
  ]);
  return rows[0].n;
}

/** Makes a waiting job due at once, as time would. */
async function letTimePass(): Promise<void> {
  await pool().query("UPDATE job SET run_after = clock_timestamp(), lease_ends_at = lease_ends_at - interval '1 hour'");
}

describe("background work", () => {
  it("is done once, whoever asks at the same time", async () => {
    const id = await enqueueJob({ kind: "once", payload: { n: 1 }, ...nobody });
    let runs = 0;
    const handlers = {
      once: async () => {
        runs += 1;
        return { fine: true };
      },
    };
    await Promise.all(Array.from({ length: 6 }, () => runNextJob(handlers)));
    expect(runs).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: "done", result: { fine: true } });
  });

  it("is tried again after a failure, then stays visible as dead", async () => {
    const id = await enqueueJob({ kind: "bad", payload: {}, ...nobody, maxAttempts: 2 });
    const handlers = { bad: () => Promise.reject(new Error("no luck")) };
    await runNextJob(handlers);
    expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 1, last_error: "no luck" });
    expect(await runNextJob(handlers)).toBe(false);
    await letTimePass();
    await runNextJob(handlers);
    expect(await stateOf(id)).toMatchObject({ state: "dead", attempts: 2 });
  });

  it("that cannot succeed is dead at once", async () => {
    const id = await enqueueJob({ kind: "hopeless", payload: {}, ...nobody });
    await runNextJob({ hopeless: () => Promise.reject(new PermanentJobError("the key was refused")) });
    expect(await stateOf(id)).toMatchObject({ state: "dead", attempts: 1, last_error: "the key was refused" });
  });

  it("of a killed process is taken over, and the dead process can no longer speak for it", async () => {
    const id = await enqueueJob({ kind: "long", payload: {}, ...nobody });
    let finishFirst: () => void = () => undefined;
    const first = runNextJob({ long: () => new Promise<string>((resolve) => (finishFirst = () => resolve("first"))) });
    await expect.poll(async () => (await stateOf(id)).state).toBe("running");
    await letTimePass();
    await runNextJob({ long: async () => "second" });
    finishFirst();
    await first;
    expect(await stateOf(id)).toMatchObject({ state: "done", attempts: 2, result: "second" });
  });

  it("that ends every process which takes it up is given up after its attempts", async () => {
    const id = await enqueueJob({ kind: "deadly", payload: {}, ...nobody, maxAttempts: 2 });
    const givenUp: string[] = [];
    let runs = 0;
    const deadly: JobHandler = () => {
      runs += 1;
      return new Promise(() => undefined);
    };
    deadly.givenUp = async (job) => {
      givenUp.push(job.id);
    };
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      // Never answers, as a process that is gone does not.
      void runNextJob({ deadly });
      await expect.poll(() => stateOf(id)).toMatchObject({ state: "running", attempts: attempt });
      await letTimePass();
    }
    await runNextJob({ deadly });
    expect(await stateOf(id)).toMatchObject({ state: "dead", last_error: expect.stringContaining("Every process") });
    expect({ runs, givenUp }).toEqual({ runs: 2, givenUp: [id] });
    expect(await runNextJob({ deadly })).toBe(false);
  });

  it("with the same key is one job while it waits, and a new run once it is done", async () => {
    const job = { kind: "keyed", payload: {}, ...nobody, dedupeKey: "report of today" };
    const id = await enqueueJob(job);
    expect(await enqueueJob(job)).toBe(id);
    await runNextJob({ keyed: async () => 1 });
    expect(await enqueueJob(job)).toBe(id);
    expect(await stateOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
  });

  it("of a higher priority is taken first, and of equal ones the one that waits longest", async () => {
    for (const [name, priority] of [
      ["late", -1],
      ["first", 0],
      ["second", 0],
      ["soon", 1],
    ] as const)
      await enqueueJob({ kind: "ranked", payload: { name }, ...nobody, priority });
    const taken: unknown[] = [];
    const handlers = { ranked: async (job: RunningJob) => void taken.push(job.payload) };
    while (await runNextJob(handlers));
    expect(taken).toEqual([{ name: "soon" }, { name: "first" }, { name: "second" }, { name: "late" }]);
  });
});

describe("a worker", () => {
  it("does as many jobs at once as it may and not one more, and lets them end when it stops", async () => {
    const release: (() => void)[] = [];
    const handlers = { wide: () => new Promise<void>((resolve) => release.push(resolve)) };
    for (let job = 0; job < 4; job += 1) await enqueueJob({ kind: "wide", payload: {}, ...nobody });
    const worker = startJobWorker(handlers, 3);
    await expect.poll(() => release.length).toBe(3);
    expect(await countOf("wide", "waiting")).toBe(1);
    const stopped = worker.stop();
    for (const end of release) end();
    await stopped;
    expect([await countOf("wide", "done"), await countOf("wide", "waiting")]).toEqual([3, 1]);
    const next = startJobWorker({ wide: async () => undefined }, 1);
    await expect.poll(() => countOf("wide", "done")).toBe(4);
    await next.stop();
  });

  it("is told of new work by the database, also after its connection was cut", async () => {
    let told = 0;
    const signal = new JobSignal(() => {
      told += 1;
    }, 50);
    const hears = async () => {
      await expect.poll(() => signal.isHeard).toBe(true);
      const before = told;
      await enqueueJob({ kind: "told", payload: {}, ...nobody });
      await expect.poll(() => told).toBeGreaterThan(before);
    };
    await hears();
    await pool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parallax/jobs'",
    );
    await expect.poll(() => signal.isHeard).toBe(false);
    await hears();
    await signal.close();
  });

  it("is told how long the next job is to be waited for, and of none that there is none", async () => {
    expect(await readMsUntilNextJob(["later"])).toBeNull();
    const id = await enqueueJob({ kind: "later", payload: {}, ...nobody });
    expect(await readMsUntilNextJob(["later"])).toBe(0);
    expect(await readMsUntilNextJob(["other"])).toBeNull();
    await pool().query("UPDATE job SET run_after = clock_timestamp() + interval '1 hour' WHERE id = $1", [id]);
    expect(await readMsUntilNextJob(["later"])).toBeGreaterThan(3_500_000);
    await pool().query("UPDATE job SET state = 'done' WHERE id = $1", [id]);
    expect(await readMsUntilNextJob(["later"])).toBeNull();
  });

  it("takes a failed job again when its pause is over, without being told", async () => {
    let attempts = 0;
    const handlers = {
      flaky: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error("not yet");
      },
    };
    await enqueueJob({ kind: "flaky", payload: {}, ...nobody });
    const worker = startJobWorker(handlers, 1);
    await expect.poll(() => countOf("flaky", "done"), { timeout: 120_000 }).toBe(1);
    await worker.stop();
    expect(attempts).toBe(2);
  });
});

describe("projects", () => {
  async function makeProject(slug: string): Promise<string> {
    const { rows } = await pool().query(
      "INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), $1, $1) RETURNING id",
      [slug],
    );
    return rows[0].id;
  }

  const enqueueFor = async (projectId: string | null, names: readonly string[], priority = 0) => {
    for (const name of names)
      await enqueueJob({ kind: "fair", payload: { name }, projectId, createdById: null, priority });
  };

  it("take turns, however many jobs one of them has, also with the jobs of no project", async () => {
    await enqueueFor(await makeProject("many"), ["a1", "a2", "a3", "a4"]);
    await enqueueFor(await makeProject("few"), ["b1", "b2"]);
    await enqueueFor(null, ["c1"]);
    const taken: unknown[] = [];
    const handlers = { fair: async (job: RunningJob) => void taken.push((job.payload as { name: string }).name) };
    while (await runNextJob(handlers));
    expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("with fewer running jobs come first", async () => {
    const [busy, idle] = [await makeProject("busy"), await makeProject("idle")];
    await enqueueFor(idle, ["i0"]);
    while (await runNextJob({ fair: async () => undefined }));
    await enqueueFor(busy, ["u1", "u2"]);
    const taken: string[] = [];
    const release: (() => void)[] = [];
    const handlers = {
      fair: (job: RunningJob) => {
        taken.push((job.payload as { name: string }).name);
        return new Promise<void>((resolve) => release.push(resolve));
      },
    };
    const running = [runNextJob(handlers)];
    await expect.poll(() => taken).toEqual(["u1"]);
    await enqueueFor(idle, ["i1"]);
    running.push(runNextJob(handlers));
    await expect.poll(() => taken).toEqual(["u1", "i1"]);
    for (const end of release) end();
    await Promise.all(running);
    while (await runNextJob({ fair: async () => undefined }));
  });

  it("get a place from a job that can be resumed, which continues later; no attempt is counted", async () => {
    const [long, short] = [await makeProject("long"), await makeProject("short")];
    const done: string[] = [];
    let interruptions = 0;
    const handlers = {
      fair: async (job: RunningJob) => {
        const { name } = job.payload as { name: string };
        if (name === "long" && interruptions === 0) {
          await new Promise((resolve) => job.signal.addEventListener("abort", resolve));
          interruptions += 1;
          throw new InterruptedJobError();
        }
        done.push(name);
      },
    };
    await enqueueFor(long, ["long"]);
    const worker = startJobWorker(handlers, 1, 60);
    await expect.poll(() => countOf("fair", "running")).toBe(1);
    await enqueueFor(short, ["short"]);
    await expect.poll(() => done).toEqual(["short", "long"]);
    await worker.stop();
    expect(interruptions).toBe(1);
    const { rows } = await pool().query("SELECT attempts FROM job WHERE payload ->> 'name' = 'long'");
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});

describe("work that mostly waits", () => {
  it("takes no place from other work, however much of it there is", async () => {
    const release: (() => void)[] = [];
    const waits: JobHandler = () => new Promise<void>((resolve) => release.push(resolve));
    waits.mostlyWaits = true;
    for (let job = 0; job < 3; job += 1) await enqueueJob({ kind: "waits", payload: {}, ...nobody, priority: 1 });
    const worker = startJobWorker({ waits, works: async () => undefined }, 1);
    await expect.poll(() => release.length).toBe(3);
    await enqueueJob({ kind: "works", payload: {}, ...nobody });
    await expect.poll(() => countOf("works", "done")).toBe(1);
    for (const end of release) end();
    await worker.stop();
    expect(await countOf("waits", "done")).toBe(3);
  });
});
