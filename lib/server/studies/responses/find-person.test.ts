import { expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { findPerson } from "./find-person.ts";

withTestDatabase();

it("finds a person by the beginning of the session ID, if only one ID of the study begins with it", async () => {
  const study = await makeStudy();
  const other = await makeStudy();
  const ids = ["abcdef01-0000-4000-8000-000000000001", "abcdef01-1000-4000-8000-000000000002"];
  const foreign = "abcdef99-0000-4000-8000-000000000003";
  for (const one of [study, study, other]) await startWalker(one);
  for (const [studyId, id] of [
    [study.id, ids[0]],
    [study.id, ids[1]],
    [other.id, foreign],
  ])
    await pool().query(
      `UPDATE session SET id = $2 WHERE id = (SELECT id FROM session WHERE study_id = $1 AND NOT id::text LIKE 'abcdef%' LIMIT 1)`,
      [studyId, id],
    );
  for (const text of [ids[0] ?? "", "ABCDEF01-0", " abcdef010 "])
    expect(await findPerson(study.id, text)).toEqual({ id: ids[0], problem: null });
  expect(await findPerson(other.id, "abcdef99")).toEqual({ id: foreign, problem: null });
  expect((await findPerson(study.id, "abcdef01")).problem).toMatch(/several session IDs/u);
  expect((await findPerson(study.id, "abcdef99")).problem).toMatch(/no session ID of this study/u);
  for (const text of ["abc", "----", "person-1", `${ids[0]}0`])
    expect((await findPerson(study.id, text)).problem).toMatch(/at least its first 4 characters/u);
});
