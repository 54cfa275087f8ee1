import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../server/platform/access/access.ts";
import { pool } from "../server/platform/database/pool.ts";
import { loadParity } from "../server/studies/parity/load-parity.ts";
import { main } from "./main.ts";

withTestDatabase();

let study: MadeStudy;
let server: ModelServer;
beforeAll(async () => {
  study = await makeStudy({ items: 4 });
  server = await startModelServer(() => "True");
});
afterAll(() => server.stop());

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(["evaluate", ...args], { stdin: Readable.from([""]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) =>
    Buffer.concat(await stream.toArray())
      .toString()
      .trim();
  return { code, out: await text(stdout), error: await text(stderr) };
}

describe("parallax evaluate", () => {
  it("names an endpoint without a temperature and with a reasoning effort", async () => {
    const bare = ["endpoint", "Bare", "--url", server.url, "--model", "small"];
    expect(await run(...bare, "--no-temperature", "--reasoning-effort", "low")).toMatchObject({ code: 0, error: "" });
    const { rows } = await pool().query("SELECT settings FROM model_endpoint WHERE name = 'Bare'");
    expect(rows).toMatchObject([{ settings: { temperature: null, reasoningEffort: "low" } }]);
    expect(await run(...bare, "--reasoning-effort", "endless")).toMatchObject({ code: 2 });
  });

  it("names an endpoint, says the cost, asks until it is done, pauses, goes on and lists", async () => {
    process.env.EVALUATE_TEST_KEY = "sk-from-the-environment";
    const named = await run(
      ...["endpoint", "Small", "--url", server.url, "--model", "small", "--key-from", "EVALUATE_TEST_KEY"],
      ...["--usd-read", "1", "--usd-written", "10"],
    );
    expect(named).toMatchObject({ code: 0, error: "" });
    const asked = ["--endpoint", "Small", "--condition", "prompt=human", "--condition", "prompt=simplified"];
    const estimate = await run("estimate", ...asked, "--json");
    expect(JSON.parse(estimate.out)).toMatchObject({ questions: 8 });
    expect((await run("estimate", ...asked)).out).toMatch(/^8 questions .+ about US\$/);
    const some = await run("estimate", ...asked, "--items", "id = item-1, item-3", "--json");
    expect(JSON.parse(some.out)).toMatchObject({ questions: 4 });
    const unknown = await run("estimate", ...asked, "--items", "id = item-1, no-item");
    expect(unknown).toMatchObject({ code: 1, error: expect.stringMatching(/not among those asked: no-item$/) });
    expect(JSON.parse((await run("estimate", ...asked, "--study", study.slug, "--json")).out).prompts).toHaveLength(4);
    expect(await run("estimate", ...asked, "--study", study.slug, "--condition", "story=story")).toMatchObject({
      code: 2,
    });
    expect(server.requests).toHaveLength(0);

    const made = await run("create", ...asked, "--study", study.slug, "--limit", "5");
    expect(made).toMatchObject({ code: 0, error: "" });
    expect(await run("pause", made.out)).toMatchObject({ code: 0, out: "Paused." });
    expect(await run("run", made.out)).toMatchObject({ code: 1, out: expect.stringContaining("Paused") });
    expect(await run("resume", made.out, "--no-limit")).toMatchObject({ code: 0 });
    // Both word orders of both conditions of people, each with the prompt of the paper.
    expect(await run("run", made.out)).toMatchObject({ code: 0, out: "16 of 16 answered" });
    expect(server.requests).toHaveLength(16);
    const listed = await run("list", "--json");
    expect(JSON.parse(listed.out)).toMatchObject({ id: made.out, state: "done", answered: 16, limitUsd: null });
    expect((await run("list")).out).toContain("done  Small: evaluation");
    expect((await run("list")).out).toContain("prompt=human;questionOrder=true-false | ");
    expect(JSON.stringify([named, estimate, made, listed])).not.toContain("sk-from");
    const { rows } = await pool().query("SELECT DISTINCT parity FROM prediction");
    expect(rows).toEqual([{ parity: "verified" }]);
    expect((await loadParity(installation, study.slug, 1))?.counts).toMatchObject({ verified: 16, unmatched: 0 });
  });

  it("says in one sentence what is wrong", async () => {
    const cases: [string[], number, string][] = [
      [["create", "--endpoint", "Nobody"], 2, 'there is no endpoint "Nobody"'],
      [["create", "--endpoint", "Small", "--kind", "yes-no"], 2, "kinds: true-false"],
      [["create", "--endpoint", "Small", "--condition", "mood=good"], 2, 'no factor "mood"'],
      [["create", "--endpoint", "Small", "--condition", "prompt"], 2, "factor=level"],
      [["create", "--endpoint", "Small", "--condition", "prompt=knp"], 1, "prompt=knp"],
      [["create", "--endpoint", "Small", "--study", "none"], 2, 'there is no study "none"'],
      [["create", "--endpoint", "Small", "--shots", "some"], 2, "whole number"],
      [["run", "17"], 2, 'there is no evaluation "17"'],
      [["judge", "--endpoint", "Small", "--model", "Small"], 2, "there are no open-ended answers"],
      [["endpoint", "Other", "--url", "ftp://x", "--model", "m"], 1, "http"],
      [["endpoint", "Other", "--url", server.url, "--model", "m", "--key-from", "NO_SUCH_KEY"], 2, "NO_SUCH_KEY"],
    ];
    for (const [args, code, says] of cases) {
      const found = await run(...args);
      expect({ args, code: found.code, says: found.error.includes(says) ? says : found.error }).toEqual({
        args,
        code,
        says,
      });
    }
  });
});
