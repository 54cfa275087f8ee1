import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { readSchema } from "../collections/read-schema.ts";
import { loadFreshAnswers } from "../schema/answer-result.ts";
import { getPeople, type PeopleReport } from "./get-people.ts";

/**
 * Quality over time by person and pair, for those who manage the collection. All verdicts on items of a task schema are
 * "answered", so agreement, gold and weeks compare the answers instead.
 */
export async function loadPeople(actor: Actor, collectionId: string, now: Date): Promise<PeopleReport> {
  const report = await getPeople(actor, collectionId, now);
  if ((await readSchema(pool(), collectionId)) === null) return report;
  const answers = await loadFreshAnswers(actor, collectionId, ["people", "pairs", "weeks"]);
  const nameOf = (userId: string) => report.people.find((person) => person.userId === userId)?.name ?? "Someone";
  return {
    ...report,
    people: report.people.flatMap((person) => {
      const compared = answers.people.find(({ userId }) => userId === person.userId);
      return compared ? [{ ...person, ...compared }] : [];
    }),
    pairs: report.pairs.flatMap((pair) => {
      const compared = answers.pairs.find(({ left, right }) => left === pair.left && right === pair.right);
      return compared ? [{ ...pair, ...compared }] : [];
    }),
    weeks: answers.weeks.map((week) => ({ ...week, name: nameOf(week.userId) })),
  };
}
