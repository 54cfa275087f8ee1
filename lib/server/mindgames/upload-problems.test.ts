import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importProblems } from "./import-problems.ts";
import { problemUploadSchema, uploadProblems } from "./upload-problems.ts";

withTestDatabase();

const flipped = readFileSync(
  new URL("../../domain/epistemic/fixtures/mindgames-dev-flips.jsonl", import.meta.url),
  "utf8",
).trim();
const bodyOf = (text: string) => new Blob([text]).stream();
const upload = (query: Record<string, string>) => problemUploadSchema.parse({ fileName: "rows.jsonl", ...query });

/** What differs between two imports of the same file. */
function withoutIds(report: object) {
  return { ...report, id: "", benchmarkName: "", benchmarkId: "" };
}

it("checks an uploaded file in a thread as it would be checked here", async () => {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const text = `${flipped}\n\nno JSON\n{"index":1}\n${"x".repeat(100)}`;
  for (const skip of ["", "mismatches"]) {
    const uploaded = await uploadProblems(actor, projectId, upload({ benchmark: `A${skip}`, skip }), bodyOf(text));
    const request = { projectId, benchmarkName: `B${skip}`, gold: "stored", skipsMismatches: skip !== "" } as const;
    const source = makeImportSource(
      "rows.jsonl",
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
    expect(withoutIds(uploaded)).toEqual(withoutIds(await importProblems(actor, request, source)));
    expect(uploaded.rejected).toBe(3);
    expect(uploaded.findings.length).toBeGreaterThan(3);
  }
});

it("leaves the process free while a large file is checked", async () => {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const others = countTurns();
  const lines = 9_000;
  const text = "{}\n".repeat(lines);
  const report = await uploadProblems(actor, projectId, upload({ benchmark: "Bad rows" }), bodyOf(text));
  others.stop();
  expect(report).toMatchObject({ rows: lines, rejected: lines, check: { malformed: lines } });
  // At least one turn for each part of a hundred lines.
  expect(others.soFar()).toBeGreaterThan(lines / 100);
});

it("refuses someone who may not write research before the file is read", async () => {
  const { id: projectId } = await makeProject();
  const viewer = await makePerson({ projectId, role: "viewer" });
  const body = bodyOf(flipped);
  await expect(uploadProblems(viewer.actor, projectId, upload({ benchmark: "A" }), body)).rejects.toThrow();
  expect(body.locked).toBe(false);
});
