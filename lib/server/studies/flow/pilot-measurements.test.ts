import { expect, it } from "vitest";
import { parsePlannerQuery, withMeasurements } from "@/lib/domain/survey/studies/planner-query.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { getStudy } from "../get-study.ts";
import { startNextStage } from "../run/stages.ts";
import { loadPilotMeasurements } from "./pilot-measurements.ts";

withTestDatabase();

it("gives the planner of the next stage what a pilot measured, and leaves what it cannot tell", async () => {
  const group = { key: "all", label: "All", criteria: {} };
  const design = { strata: [group], openStratum: false, factors: [], perStratumItem: 2 };
  const pilot = await makeStudy({ items: 2, design });
  await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [pilot.id]);
  const { actor } = await makePerson({ projectId: pilot.projectId, role: "researcher" });
  const facts = async (id: string) => (await getStudy(actor, id))!;
  for (let person = 0; person < 4; person += 1) await walkTo(await startWalker(pilot), 5);
  await pool().query(
    "UPDATE session SET ended_at = started_at + interval '6 minutes' WHERE study_id = $1 AND outcome = 'complete'",
    [pilot.id],
  );
  const main = await facts((await startNextStage(actor, pilot.id, "main")).id);
  const measured = await loadPilotMeasurements(actor, main);
  // Everyone says "true", which is right of one of two items; one answer each tells nothing of people.
  expect(measured).toEqual({
    pilot: { id: pilot.id, name: (await facts(pilot.id)).name },
    people: 4,
    answers: 4,
    sessions: 4,
    values: { minutes: 6, dropOut: 0, accuracy: 0.5 },
  });
  const usual = parsePlannerQuery({}, null, 20);
  expect(withMeasurements(usual, measured!)).toEqual({ ...usual, minutes: 6, dropOut: 0, accuracy: 0.5 });
  expect(await loadPilotMeasurements(actor, await facts(pilot.id))).toEqual(measured);
  const alone = await makeStudy({ items: 1 });
  const { actor: other } = await makePerson({ projectId: alone.projectId, role: "researcher" });
  expect(await loadPilotMeasurements(other, (await getStudy(other, alone.id))!)).toBeNull();
});
