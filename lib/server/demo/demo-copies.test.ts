import { expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { startRehearsal } from "../recruiters/rehearsal.ts";
import { copyStudy } from "../studies/draft/copy-study.ts";
import { getStudyDraft } from "../studies/draft/get-study-draft.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { rewordItem } from "../studies/run/reword-item.ts";
import { startNextStage } from "../studies/run/stages.ts";
import { readStudyItems } from "../studies/study-items.ts";
import { seedDemo, smallSimulation } from "./seed.ts";
import { beliefSlug } from "./seed-beliefs.ts";

withTestDatabase();

const actor: Actor = installation;

/** Each session of a study as its group, items and conditions in their order; sorted. */
async function sessionsOf(studyId: string): Promise<string[]> {
  const { rows } = await pool().query<{ session: string }>(
    `SELECT stratum.key || ': ' || string_agg(item.external_id || ' ' || condition.key, ', ' ORDER BY position) AS session
     FROM slot JOIN stratum ON stratum.id = slot.stratum_id JOIN placement ON placement.slot_id = slot.id
     JOIN item_version AS item ON item.id = placement.item_version_id
     JOIN condition ON condition.id = placement.condition_id
     WHERE slot.study_id = $1 GROUP BY slot.id, stratum.key ORDER BY 1`,
    [studyId],
  );
  return rows.map(({ session }) => session);
}

/** What a study is, without what a copy has of its own. */
async function withoutOwn(studyId: string) {
  await openStudy(studyId);
  const edited = await getStudyDraft(actor, studyId);
  if (!edited) throw new Error("no draft");
  const { name: _name, slug: _slug, seed: _seed, ...draft } = edited.draft as typeof edited.draft & { seed?: string };
  const { rows } = await pool().query("SELECT margins, correspondence FROM study WHERE id = $1", [studyId]);
  return { draft, items: edited.items, ...rows[0], slots: (await sessionsOf(studyId)).length };
}

it("copies every study of the demo with its settings, its design and as many sessions", async () => {
  await seedDemo(smallSimulation);
  const { rows } = await pool().query<{ id: string; slug: string }>("SELECT id, slug FROM study WHERE is_demo");
  expect(rows.length).toBeGreaterThan(4);
  for (const { id, slug } of rows) {
    const original = await withoutOwn(id);
    const copy = await copyStudy(actor, id);
    expect({ slug, ...(await withoutOwn(copy.id)) }).toEqual({ slug, ...original });
  }

  const planned = rows.find(({ slug }) => slug === beliefSlug)?.id ?? "";
  const sessions = await sessionsOf(planned);
  expect(sessions).toHaveLength(38);
  const { id: copyId } = await copyStudy(actor, planned);
  expect(await sessionsOf(copyId)).toEqual(sessions);

  await startRehearsal(actor, planned);
  const rehearsal = await pool().query("SELECT id FROM study WHERE rehearsal_of_id = $1", [planned]);
  expect(await sessionsOf(rehearsal.rows[0]?.id)).toEqual(sessions);

  await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [copyId]);
  const { rows: first } = await pool().query<{ id: string }>(
    "SELECT item_version_id AS id FROM study_item WHERE study_id = $1 ORDER BY ordinal LIMIT 1",
    [copyId],
  );
  await rewordItem(actor, copyId, first[0]?.id ?? "", "Another wording of the first question?");
  const again = await startNextStage(actor, copyId, "pilot");
  expect(await sessionsOf(again.id)).toEqual(sessions);
  expect((await readStudyItems(again.id))[0]?.item.text).toBe("Another wording of the first question?");
  const main = await startNextStage(actor, copyId, "main");
  expect(await sessionsOf(main.id)).toEqual(sessions);
});
