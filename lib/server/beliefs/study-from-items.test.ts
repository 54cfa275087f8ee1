import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import { importItems } from "../items/import-items.ts";
import { pool } from "../platform/database/pool.ts";
import { createBeliefStudy } from "./create-belief-study.ts";
import { readStoredExpressions, summarizeStoredExpressions } from "./read-stored-expressions.ts";

withTestDatabase();

const header =
  "example_id,assertion,query,prompt,generated_answer,yes_probability,no_probability,classification,dimension,category,subject,object,object_true,query_only,query_format";

/** For each country, both questions about its capital, each after a wrong assertion; of the last one only one. */
const countries = {
  ...{ Norway: "Oslo", France: "Paris", Italy: "Rome", Spain: "Madrid", Japan: "Tokyo", Peru: "Lima" },
  Chile: "Santiago",
};
const questions = Object.entries(countries).flatMap(([country, capital]) =>
  [capital, "Bergen"].map((city) => {
    const assertion = `The capital of ${country} is Bergen.`;
    const query = `Is ${city} the capital of ${country}?`;
    return `0,${assertion},${query},${assertion} ${query},No,-1,-1,,form,explicit,${country},Bergen,${capital},False,yes_no`;
  }),
);
const rows = questions.slice(0, -1);

it("makes a study from items, without the categories that they do not have, and states some facts truly", async () => {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const folder = await mkdtemp(join(tmpdir(), "study-from-items-"));
  try {
    const path = join(folder, "results.csv");
    await writeFile(path, `${[header, ...rows].join("\n")}\n`);
    const { source } = await openItemFile(path, {
      fileName: "results.csv",
      columns: {},
      kind: null,
      language: "en",
    });
    const { benchmarkId } = await importItems({ projectId, benchmarkName: "Results", actorId: null, ...source });
    expect(await summarizeStoredExpressions(benchmarkId)).toEqual({
      facts: 6,
      categories: [{ id: "explicit", label: "Explicit", dimension: "form" }],
    });
    expect((await readStoredExpressions(benchmarkId)).tuples).toHaveLength(6);
    const { studyId, plan } = await createBeliefStudy(actor, {
      ...{ benchmarkId, name: "From items", slug: "from-items", stage: "main", participants: 4 },
      ...{ facts: 2, fillers: 1, prior: "first", pairing: "together" },
      category: categories.map(({ id }) => id),
    });
    expect(plan.fillers).toBeGreaterThan(0);
    const { rows: fillers } = await pool().query(
      `SELECT DISTINCT story.text FROM study_item JOIN item_version AS item ON item.id = item_version_id
       JOIN story_version AS story ON story.id = story_version_id
       WHERE study_id = $1 AND item.attributes ->> 'role' = 'filler'`,
      [studyId],
    );
    const truths = Object.entries(countries).map(([country, capital]) => `The capital of ${country} is ${capital}.`);
    expect(fillers.length).toBeGreaterThan(0);
    for (const { text } of fillers) expect(truths).toContain(text);
    const { rows: studies } = await pool().query("SELECT description FROM study WHERE id = $1", [studyId]);
    expect(studies[0].description).toMatch(/ 2 false and 1 true assertions about \d facts in 1 categories\.$/u);
  } finally {
    await rm(folder, { recursive: true });
  }
});
