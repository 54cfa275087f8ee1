import { beforeAll, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withReasonsBelow } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { readExportContext } from "../studies/export/export-context.ts";
import { exportRecords } from "../studies/export/export-records.ts";
import { listResponses } from "../studies/responses/list-responses.ts";
import { loadStages } from "../studies/run/stages.ts";
import { listItemResponses } from "./item-answers.ts";

// Tests `reasonOfAnswerSql`: every page and file shows an answer once, with the reason given with it. Reasons below the
// answers belong to the answers' own screens, even where these follow each other.

withTestDatabase();

let study: MadeStudy;
let researcher: Actor;
/** The reason given for each item, by its id. */
const given = new Map<string, string>();

beforeAll(async () => {
  study = await makeStudy({
    items: 3,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 1,
      itemsPerSession: 3,
    },
    protocol: withReasonsBelow,
  });
  researcher = (await makePerson({ projectId: study.projectId, role: "researcher" })).actor;
  const walker = await startWalker(study);
  await walkTo(walker, 2);
  const { rows } = await pool().query<{ id: string }>(
    `SELECT item_version_id AS id FROM session JOIN placement USING (slot_id) WHERE session.study_id = $1 ORDER BY position`,
    [study.id],
  );
  for (const [place, { id }] of rows.entries()) {
    given.set(id, `Reason ${place}.`);
    await walker.post(3 + place, { choice: "true", explanation: `Reason ${place}.` });
  }
});

it("the list of responses", async () => {
  const page = await listResponses(researcher, study.id, {});
  expect(page?.lines.map(({ explanation }) => explanation).sort()).toEqual([...given.values()].sort());
});

it("the page of one item", async () => {
  for (const [id, reason] of given) {
    const all = { conditionId: null, answerKey: null, page: 1, modelsPage: 1 };
    const listed = await listItemResponses(researcher, study.id, id, all);
    expect(listed?.responses.map(({ explanation }) => explanation)).toEqual([reason]);
  }
});

it("the exported responses", async () => {
  const explanations: unknown[] = [];
  await withSnapshot(async (client) => {
    const context = await readExportContext(client, study.id, "coded");
    for await (const record of exportRecords(client, context, "responses")) explanations.push(record.explanation);
  });
  expect(explanations.sort()).toEqual([...given.values()].sort());
});

it("the report of a pilot, of those who answered wrongly", async () => {
  const found = await loadStages(researcher, study.id);
  const reasons = found?.items
    .filter(({ reasons: own }) => own.length > 0)
    .map(({ item, reasons: own }) => [item, own]);
  const wrong = found?.items.filter(({ n, correct }) => n > correct).map(({ item }) => [item, [given.get(item)]]);
  expect(wrong?.length).toBeGreaterThan(0);
  expect(reasons).toEqual(wrong);
});
