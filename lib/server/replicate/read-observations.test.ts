import { expect, it } from "vitest";
import { answer, close, collected } from "@/prisma/factories/attacked-study.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readObservations } from "./read-observations.ts";

withTestDatabase();

it("gives people's answers the status of their data: interim until they are locked, then exploratory", async () => {
  const attacked = await collected();
  await answer(attacked.study, 1);
  const statusOf = async ({ id, slug, benchmarkId }: { id: string; slug: string; benchmarkId: string }) => {
    const { observations } = await readObservations(benchmarkId, [], [{ id, slug, kind: "true-false", part: null }]);
    return { people: observations.subjects.length, status: observations.peopleStatus.kind };
  };
  expect(await statusOf(attacked.study)).toEqual({ people: 1, status: "interim" });
  await close(attacked);
  // The tests of a paper are not those of the study's frozen plan.
  expect(await statusOf(attacked.study)).toEqual({ people: 1, status: "exploratory" });
  expect(await statusOf(await makeStudy())).toEqual({ people: 0, status: "exploratory" });
});
