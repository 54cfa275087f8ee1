import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "./pool.ts";

withTestDatabase();

it("compares recruiters' ids from before the rule without their case, and keeps the later of two apart", async () => {
  const study = await makeStudy();
  const migration = new URL(
    "../../../../prisma/migrations/20261122042355_fold_recruiters_ids/migration.sql",
    import.meta.url,
  );
  const arrive = async (source: string, externalId: string) => {
    const { rows } = await pool().query(
      `INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage)
       VALUES (gen_random_uuid(), gen_random_uuid(), $1, $2, 'main') RETURNING id`,
      [study.id, study.protocolVersionId],
    );
    await pool().query(
      "INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id) VALUES ($1, $2, $3, $4, $4)",
      [rows[0].id, study.id, source, externalId],
    );
  };
  for (const id of ["ABC", "abc", "Xyz"]) await arrive("prolific", id);
  await arrive("mturk", "A1B");
  await arrive("pid", "Own");
  const compared = async () => {
    const { rows } = await pool().query(
      "SELECT external_id, compared_id FROM entry_identity WHERE study_id = $1 ORDER BY created_at",
      [study.id],
    );
    return rows.map((row) => row.compared_id);
  };
  for (let time = 0; time < 2; time += 1) {
    await pool().query(await readFile(migration, "utf8"));
    expect(await compared()).toEqual(["abc", null, "xyz", "a1b", "Own"]);
  }
});
