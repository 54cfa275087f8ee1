import { describe, expect, it } from "vitest";
import { type Attacked, close, collected, expectAmended } from "@/prisma/factories/attacked-study.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withdrawForParticipant } from "../sessions/manage-session.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { readDataStatus } from "../studies/lock/read-data-status.ts";

withTestDatabase();

const see = ({ actor, study }: Attacked) => recordInterimView(actor, { ...study, stage: "main" });

describe("an attempt to obtain a claim without its mark by another spelling of an ID", () => {
  it("finds the status of the same study, or none", async () => {
    const attacked = await collected();
    const { id, slug } = attacked.study;
    const upper = id.toUpperCase();
    for (const address of [id, upper, slug])
      expect(await readDataStatus(address, null), address).toEqual({ kind: "interim" });
    for (const unknown of [`${slug}-2`, slug.toUpperCase(), "\0", upper.replaceAll("-", "")])
      await expect(readDataStatus(unknown, null), unknown).rejects.toMatchObject({ code: "not-found" });
  });

  it("finds the mark of a removed participant", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    const { actor: admin } = await makePerson({ projectId: attacked.study.projectId, role: "admin" });
    const { rows } = await pool().query("SELECT session_id AS id FROM response WHERE study_id = $1 LIMIT 1", [
      attacked.study.id,
    ]);
    await withdrawForParticipant(admin, rows[0].id.toUpperCase(), "keep");
    await expectAmended(attacked, /1 participant removed by a user after results were seen/);
  });
});
