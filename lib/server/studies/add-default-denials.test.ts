import { expect, it } from "vitest";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { addDefaultDenials } from "./add-default-denials.ts";

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
  for (let time = 0; time < 2; time += 1) await withRawTx((client) => addDefaultDenials(client, main.id));
  expect(await denialsOf(main)).toEqual([{ denied: pilot.id, is_denied: true }]);
  await withRawTx((client) => addDefaultDenials(client, pilot.id));
  expect(await denialsOf(pilot)).toEqual([]);
});

it("leaves alone what a researcher has decided", async () => {
  const main = await makeStudy();
  const pilot = await makePilotOf(main);
  await pool().query("INSERT INTO study_denial (study_id, denied_study_id, is_denied) VALUES ($1, $2, false)", [
    main.id,
    pilot.id,
  ]);
  await withRawTx((client) => addDefaultDenials(client, main.id));
  expect(await denialsOf(main)).toEqual([{ denied: pilot.id, is_denied: false }]);
});
