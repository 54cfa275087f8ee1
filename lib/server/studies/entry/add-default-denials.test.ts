import { expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { addDefaultDenials } from "./add-default-denials.ts";
import { listExcludableStudies } from "./denials.ts";

withTestDatabase();

async function denialsOf(study: MadeStudy) {
  const { rows } = await pool().query(
    "SELECT denied_study_id AS denied, is_denied FROM study_denial WHERE study_id = $1",
    [study.id],
  );
  return rows;
}

/** A pilot of another study's project with the same items, as a copy of it has. */
async function makePilotOf(study: MadeStudy): Promise<MadeStudy> {
  const pilot = await makeStudy();
  await pool().query("UPDATE study SET stage = 'pilot', project_id = $2 WHERE id = $1", [pilot.id, study.projectId]);
  await pool().query("DELETE FROM study_item WHERE study_id = $1", [pilot.id]);
  await pool().query(
    "INSERT INTO study_item (study_id, item_version_id, ordinal) SELECT $1, item_version_id, ordinal FROM study_item WHERE study_id = $2",
    [pilot.id, study.id],
  );
  return pilot;
}

it("keeps people of a pilot with the same stories out of the main study, once, and nobody of a study with others", async () => {
  const main = await makeStudy();
  const pilot = await makePilotOf(main);
  const unrelated = await makeStudy();
  await pool().query("UPDATE study SET stage = 'pilot', project_id = $2 WHERE id = $1", [unrelated.id, main.projectId]);
  for (let time = 0; time < 2; time += 1) await withTx((client) => addDefaultDenials(client, main.id));
  expect(await denialsOf(main)).toEqual([{ denied: pilot.id, is_denied: true }]);
  await withTx((client) => addDefaultDenials(client, pilot.id));
  expect(await denialsOf(pilot)).toEqual([]);
});

it("leaves alone what a researcher has decided", async () => {
  const main = await makeStudy();
  const pilot = await makePilotOf(main);
  await pool().query("INSERT INTO study_denial (study_id, denied_study_id, is_denied) VALUES ($1, $2, false)", [
    main.id,
    pilot.id,
  ]);
  await withTx((client) => addDefaultDenials(client, main.id));
  expect(await denialsOf(main)).toEqual([{ denied: pilot.id, is_denied: false }]);
});

/** Adds a corrected version of every story of the study, and replaces the study's items by items of that version. */
async function correctStories(study: MadeStudy): Promise<void> {
  await pool().query(
    `WITH old AS (
       SELECT item_version.*, gen_random_uuid() AS new_id FROM study_item
       JOIN item_version ON item_version.id = study_item.item_version_id WHERE study_item.study_id = $1
     ), stories AS (
       INSERT INTO story_version (id, benchmark_id, external_id, version, parent_id, title, text, content_hash)
       SELECT gen_random_uuid(), benchmark_id, external_id, version + 1, id, title, text || ' Corrected.', md5(id::text)
       FROM story_version WHERE id IN (SELECT story_version_id FROM old) RETURNING id, parent_id
     ), items AS (
       INSERT INTO item_version (id, benchmark_id, story_version_id, external_id, version, parent_id, kind, text, content_hash, ordinal)
       SELECT new_id, benchmark_id, stories.id, external_id, version + 1, old.id, kind, text, md5(old.id::text), ordinal
       FROM old JOIN stories ON stories.parent_id = old.story_version_id
     )
     UPDATE study_item SET item_version_id = new_id FROM old WHERE study_id = $1 AND item_version_id = old.id`,
    [study.id],
  );
}

it("knows a story that was corrected between the pilot and the main study", async () => {
  const main = await makeStudy();
  const pilot = await makePilotOf(main);
  await correctStories(main);
  const [listed] = await listExcludableStudies(main.id);
  expect(listed).toMatchObject({ id: pilot.id, isDenied: true, isDecided: true });
  expect(listed?.sharedStories).toBeGreaterThan(0);
  await withTx((client) => addDefaultDenials(client, main.id));
  expect(await denialsOf(main)).toEqual([{ denied: pilot.id, is_denied: true }]);
});
