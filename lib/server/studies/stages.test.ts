import { expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { getStudy } from "./get-study.ts";
import { getStages, rewordItem, startNextStage } from "./stages.ts";
import { readStudyItems } from "./study-items.ts";

withTestDatabase();

it("leads from a pilot by way of reworded items to a main stage that shares nobody with it", async () => {
  const pilot = await makeStudy({
    items: 2,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 2,
    },
  });
  await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [pilot.id]);
  const { actor } = await makePerson({ projectId: pilot.projectId, role: "researcher" });
  const { actor: stranger } = await makePerson({});
  for (let person = 0; person < 4; person += 1) await walkTo(await startWalker(pilot), 5);
  const report = await getStages(actor, pilot.id);
  // Everybody says "true", which is right of every other item.
  expect(report?.items.map(({ n, correct }) => [n, correct])).toEqual([
    [2, 0],
    [2, 2],
  ]);
  expect(report?.items[0]?.reasons).toHaveLength(2);
  expect(await getStages(stranger, pilot.id)).toBeNull();

  await expect(startNextStage(actor, pilot.id, "pilot")).rejects.toMatchObject({ code: "conflict" });
  const poor = report?.items[0]?.itemVersionId ?? "";
  await expect(rewordItem(stranger, pilot.id, poor, "Ben knows the second number.")).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(rewordItem(actor, pilot.id, poor, "  ")).rejects.toMatchObject({ code: "invalid", field: "text" });
  await rewordItem(actor, pilot.id, poor, "Ben knows the second number.");
  expect((await getStages(actor, pilot.id))?.items[0]?.newest).toBe("Ben knows the second number.");
  // The pilot goes on asking what it asked.
  expect((await readStudyItems(pilot.id)).map(({ id }) => id)).toContain(poor);

  const again = await startNextStage(actor, pilot.id, "pilot");
  const reworded = await readStudyItems(again.id);
  expect(reworded.map(({ item }) => item.text)).toEqual(["Ben knows the second number."]);
  const main = await startNextStage(actor, pilot.id, "main");
  expect(await getStudy(actor, main.id)).toMatchObject({ stage: "main", status: "draft", items: 2 });
  expect(await getStages(actor, main.id)).toMatchObject({
    before: { id: pilot.id },
    reworded: [report?.items[0]?.name],
    accuracy: { all: { n: 0, estimate: null } },
  });
  expect((await getStages(actor, pilot.id))?.after.map(({ id }) => id)).toEqual([again.id, main.id]);
  const { rows } = await pool().query("SELECT denied_study_id FROM study_denial WHERE study_id = $1 AND is_denied", [
    main.id,
  ]);
  expect(rows).toEqual([{ denied_study_id: pilot.id }]);
  await expect(startNextStage(actor, main.id, "main")).rejects.toMatchObject({ code: "conflict" });
});
