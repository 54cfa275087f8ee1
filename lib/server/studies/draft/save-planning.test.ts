import { expect, it } from "vitest";
import { parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { getStudy } from "../get-study.ts";
import { savePlanning } from "./save-planning.ts";

withTestDatabase();

it("keeps a study's currency and assumptions, which the page's address may still change, for those who may", async () => {
  const study = await makeStudy();
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const viewer = (await makePerson({ projectId: study.projectId, role: "viewer" })).actor;
  expect(parsePlannerQuery({}, (await getStudy(actor, study.id))?.planning, 4)).toMatchObject({
    currency: "EUR",
    minutes: 4,
  });
  const planning = { ...parsePlannerQuery({}, null, 4), currency: "GBP", pay: 9.5 };
  await expect(savePlanning(viewer, study.id, planning)).rejects.toMatchObject({ code: "not-found" });
  await expect(savePlanning(actor, study.id, { ...planning, currency: "pounds" })).rejects.toMatchObject({
    field: "currency",
  });
  await savePlanning(actor, study.id, planning);
  const kept = (await getStudy(viewer, study.id))?.planning;
  expect(parsePlannerQuery({}, kept, 7)).toEqual(planning);
  expect(parsePlannerQuery({ pay: "11", currency: "none" }, kept, 7)).toEqual({ ...planning, pay: 11 });
});
