import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedData } from "@/bin/shared-data.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, parallax, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();

let folder: string;
let server: ModelServer;
beforeAll(async () => {
  await makeProject();
  folder = mkdtempSync(join(tmpdir(), "replicate-shared-"));
  server = await startModelServer(({ prompt }) =>
    prompt.includes("Logical Error") ? "Logical Error: NA\nConclusion: No" : "**Answer:** A",
  );
  await inProcess("evaluate", "endpoint", "GPT-4o", "--url", server.url, "--model", "any");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe("parallax replicate on data that may not ship", () => {
  it("reads the stories of Yang et al. in the released fields", async () => {
    const data = sharedData("kste_schema/ikd_examples.jsonl");
    const out = join(folder, "kste");
    expect(await parallax("replicate", "kste2025", "--data", data, "--endpoint", "GPT-4o", "--out", out)).toMatchObject(
      {
        code: 1,
      },
    );
    expect(valueIn(reportIn(out), "2", "GPT-4o", "posCls")).toMatchObject({ ours: 1 });
  });

  it("reads the released rows of MindGames", async () => {
    const data = sharedData("mindgames/dev.jsonl");
    const out = join(folder, "mindgames");
    expect(await parallax("replicate", "mindgames2023", "--data", data, "--out", out)).toMatchObject({ code: 1 });
    expect(valueIn(reportIn(out), "problems", "setups", "value")).toMatchObject({ printed: 4, ours: 4 });
  });

  it("reads the authors' result files of Du et al.", async () => {
    const data = sharedData("eob/synthetic_results");
    const out = join(folder, "eob");
    expect(await parallax("replicate", "eob2026", "--data", data, "--out", out)).toMatchObject({ code: 1 });
    expect(valueIn(reportIn(out), "rates", "model_a", "explicit").n).toBeGreaterThan(0);
  });
});
