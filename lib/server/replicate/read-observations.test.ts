import { expect, it } from "vitest";
import { answer, close, collected } from "@/prisma/factories/attacked-study.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { moveStudy } from "../studies/run/move-study.ts";
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

it("reads the locked answers of a study that was reopened", async () => {
  const attacked = await collected();
  await close(attacked);
  const countAnswers = async () => {
    const { id, slug, benchmarkId } = attacked.study;
    const { observations } = await readObservations(benchmarkId, [], [{ id, slug, kind: "true-false", part: null }]);
    return observations.subjects.find(({ isPeople }) => isPeople)!.answers.length;
  };
  const lockedCount = await countAnswers();
  await moveStudy(attacked.actor, attacked.study.id, "reopen", "More people.");
  const { rows } = await pool().query("SELECT id FROM response WHERE study_id = $1 LIMIT 2", [attacked.study.id]);
  for (const { id } of rows) await excludeResponse(attacked.actor, id, { reason: "gibberish" });
  expect(await countAnswers()).toBe(lockedCount);
});
