import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { CountedShare, NumbersRow } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { groupBy } from "@/lib/domain/group-by.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { collectionHistoryLines } from "../items/item-history.ts";
import { requeueItem } from "../items/requeue-item.ts";
import { openFigureEvents } from "../lead/figure-events.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { previewReReview, startReReview } from "../lead/re-review.ts";
import { getPeople } from "../people/get-people.ts";
import { listWorkers } from "../people/list-workers.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { undoReview } from "../review/undo-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { skipTask } from "../work/skip-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { getCollectionFigures } from "./get-collection-figures.ts";
import { getReasons } from "./get-reasons.ts";

withTestDatabase();

// The report computed a second time from the lines of the exported history alone, with independent code.

type Line = Record<string, unknown> & { item: string; at: string; event: string; person: string | null };
type Change = "text" | "marks" | null;

/** The download of the figure's page for all items. */
async function exported(collectionId: string): Promise<Line[]> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const lines: Line[] = [];
    for await (const line of collectionHistoryLines(client, collectionId)) lines.push(JSON.parse(line));
    return lines;
  } finally {
    await client.query("COMMIT");
    client.release();
  }
}

const most = (changes: Change[]): Change =>
  changes.includes("text") ? "text" : changes.includes("marks") ? "marks" : null;
const byTime = (lines: Line[]) => lines.toSorted((a, b) => a.at.localeCompare(b.at));

/** A review that was not undone; those of a re-review have separate figures. */
const isCounted = ({ event, undone, reReview }: Line) => event === "review" && undone === null && reReview === null;

interface Item {
  name: string;
  group: string;
  kind: string;
  copies: Line[][];
  reviews: Line[];
}

function itemsOf(lines: Line[]): Item[] {
  return [...new Set(lines.map(({ item }) => item))].map((name) => {
    const own = byTime(lines.filter(({ item }) => item === name));
    const imported = own.find(({ event }) => event === "imported") as Line;
    const verdicts = own.filter(({ event }) => event === "verdict");
    const numbers = Array.from({ length: imported.copies as number }, (_, index) => index + 1);
    return {
      name,
      group: imported.group as string,
      kind: imported.kind as string,
      copies: numbers.map((copy) => verdicts.filter((verdict) => verdict.copy === copy)),
      reviews: own.filter(isCounted),
    };
  });
}

function rowFrom(items: Item[]) {
  const finished = items.filter(({ copies }) => copies.every((verdicts) => verdicts.length > 0));
  const changes = (verdicts: Line[]) => most(verdicts.map(({ change }) => change as Change));
  const ofItem = (item: Item) => most(item.copies.map(changes));
  const isGivenUp = ({ copies, reviews }: Item) =>
    copies.some((verdicts) => {
      const last = verdicts.at(-1) as Line;
      const isKept = reviews.some((review) => {
        const judged = (copies[(review.copy as number) - 1] ?? []).filter(({ at }) => at <= review.at).at(-1);
        return (
          review.at > last.at &&
          (review.decision === "change" || (review.decision === "accept" && judged?.verdict !== "irreparable"))
        );
      });
      return last.verdict === "irreparable" && !isKept;
    });
  const reviewed = items.filter(({ reviews }) => reviews.length > 0);
  const before = ({ copies, reviews }: Item) =>
    most(
      copies
        .flat()
        .filter(({ at }) => at <= (reviews[0] as Line).at)
        .map(({ change }) => change as Change),
    );
  const wanting = (which: Item[]) => [
    which.filter(({ reviews }) => reviews[0]?.decision !== "accept").length,
    which.length,
  ];
  const drawn = (isSample: boolean) => reviewed.filter(({ reviews }) => reviews[0]?.isSample === isSample);
  const seconds = finished
    .flatMap(({ copies }) => copies)
    .map((verdicts) => {
      const longest = new Map<unknown, number>();
      for (const { person, activeMs } of verdicts)
        longest.set(person, Math.max(longest.get(person) ?? 0, activeMs as number));
      return [...longest.values()].reduce((sum, ms) => sum + ms, 0) / 1000;
    })
    .sort((a, b) => a - b);
  const middle = (seconds.length - 1) / 2;
  return {
    items: finished.length,
    groups: new Set(finished.map(({ group }) => group)).size,
    refined: [finished.filter((item) => ofItem(item) === "text").length, finished.length],
    marksOnly: [finished.filter((item) => ofItem(item) === "marks").length, finished.length],
    irreparable: [finished.filter(isGivenUp).length, finished.length],
    returned: [
      reviewed.filter(({ reviews }) => reviews.some(({ decision }) => decision === "return")).length,
      reviewed.length,
    ],
    changedInReview: wanting(drawn(false).filter((item) => before(item) === "text")),
    marksChangedInReview: wanting(drawn(false).filter((item) => before(item) === "marks")),
    untouchedDefects: wanting(drawn(true)),
    median:
      seconds.length === 0
        ? null
        : ((seconds[Math.floor(middle)] as number) + (seconds[Math.ceil(middle)] as number)) / 2,
  };
}

function rowOf(row: NumbersRow): ReturnType<typeof rowFrom> {
  const kn = ({ k, n }: CountedShare) => [k, n];
  return {
    items: row.items,
    groups: row.groups,
    refined: kn(row.refined),
    marksOnly: kn(row.marksOnly),
    irreparable: kn(row.irreparable),
    returned: kn(row.returned),
    changedInReview: kn(row.changedInReview),
    marksChangedInReview: kn(row.marksChangedInReview),
    untouchedDefects: kn(row.untouchedDefects),
    median: row.seconds.median,
  };
}

/** Cohen's kappa of the first verdicts on first and second copies, and the share of agreeing pairs. */
function agreementFrom(items: Item[]) {
  const pairs = items
    .filter(({ copies }) => copies.length === 2 && copies.every((verdicts) => verdicts.length > 0))
    .map(({ copies }) => copies.map((verdicts) => verdicts[0]?.verdict as string) as [string, string]);
  const observed = pairs.filter(([left, right]) => left === right).length / pairs.length;
  const share = (side: 0 | 1, value: string) => pairs.filter((pair) => pair[side] === value).length / pairs.length;
  const expected = [...new Set(pairs.flat())].reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  return { items: pairs.length, raw: observed, kappa: (observed - expected) / (1 - expected) };
}

/** Time that passes at a task, as the server would have counted it. */
async function spend(actor: Actor, task: TaskPayload, seconds: number) {
  await pool().query("UPDATE annotation_activity SET active_ms = active_ms + $3 WHERE task_id = $1 AND user_id = $2", [
    task.task.id,
    actor.userId,
    seconds * 1000,
  ]);
}

async function work(
  actor: Actor,
  collection: MadeCollection,
  judge: (task: TaskPayload) => "sound" | "refined" | "irreparable" | "skip",
) {
  for (let { task } = await claimNextTask(actor, { collectionId: collection.id }); task; ) {
    const verdict = judge(task);
    await spend(actor, task, 10 + task.item.externalId.length * 3);
    const fence = task.task.fence as number;
    if (verdict === "skip") task = (await skipTask(actor, task.task.id, { fence, reason: "I know it." })).next;
    else if (verdict === "irreparable")
      task = (
        await submitVerdict(actor, task.task.id, {
          revisionId: task.revisionId,
          fence,
          verdict,
          checklist: {},
          dismissals: [],
          reason: "It makes no sense.",
          activeMs: 0,
        })
      ).next;
    else if (verdict === "sound" && task.revisionId === null) task = (await giveVerdict(actor, task, "sound")).next;
    else {
      const document =
        verdict === "sound" ? task.givenDocument : withSentence(task.document, `More ${task.item.externalId}.`);
      const { revisionId } = await saveText(actor, task, document);
      task = (await giveVerdict(actor, task, verdict, revisionId, verdict === "refined" ? ["language"] : [])).next;
    }
  }
}

it("gives every metric of the report, the reasons, the people and the agreement from the exported history", async () => {
  const collection = await makeCollection({ pairs: 5, settings: { overlap: 2, reviewShareUntouched: 0.5 } });
  const [ann, ben, cleo, rev] = [
    await collection.annotator(),
    await collection.annotator(),
    await collection.annotator(),
    await collection.reviewer(),
  ];
  await work(ann, collection, ({ item }) =>
    /_[12]$/.test(item.externalId) ? "refined" : /story_5$/.test(item.externalId) ? "irreparable" : "sound",
  );
  await work(ben, collection, ({ item }) =>
    item.externalId === "story_4" ? "skip" : /_2$/.test(item.externalId) ? "refined" : "sound",
  );
  await work(cleo, collection, () => "sound");
  let decided = 0;
  for (let { review } = await claimNextReview(rev); review && decided < 12; { review } = await claimNextReview(rev)) {
    const decision = decided % 3 === 0 ? ("return" as const) : ("accept" as const);
    await decideReview(rev, review.taskId, {
      decision,
      reason: decision === "return" ? "Once more." : "",
      codes: decision === "return" ? ["marks"] : [],
    });
    if (decided === 1) await undoReview(rev, review.taskId);
    decided += 1;
  }
  // A returned copy is reverted to the imported text: its refinement still counts.
  await work(ann, collection, () => "sound");
  await work(ben, collection, () => "sound");
  const accepted = await pool().query(
    "SELECT id FROM annotation_item WHERE collection_id = $1 AND status = 'accepted' LIMIT 2",
    [collection.id],
  );
  for (const { id } of accepted.rows) await requeueItem(collection.researcher, id, "A rule changed.");
  await work(ann, collection, () => "sound");
  const { items: again } = await previewReReview(collection.researcher, collection.id, { seed: "" });
  expect(again).toBeGreaterThan(0);
  await startReReview(collection.researcher, collection.id, {
    choice: { seed: "" },
    reason: "Check.",
    expected: again,
  });
  const { review: last } = await claimNextReview(rev);
  await decideReview(rev, last?.taskId as string, { decision: "return", reason: "Once more.", codes: ["language"] });

  const known = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
  const asGold = known.items.filter((_, index) => index % 3 === 0).map(({ id }) => id);
  await leadItems(collection.researcher, collection.id, { act: "gold", items: asGold, gold: "sound" });

  const lines = await exported(collection.id);
  // The page of a figure downloads the events of its items.
  const { stream } = await openFigureEvents(
    collection.researcher,
    collection.id,
    itemListQuery.parse({ figure: "returned" }),
  );
  const behind = (await text(stream))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const returned = lines.filter((line) => isCounted(line) && line.decision === "return");
  expect(new Set(behind.map(({ item }) => item))).toEqual(new Set(returned.map(({ item }) => item)));
  const items = itemsOf(lines);
  const { researcher } = collection;
  const numbers = await getCollectionFigures(researcher, collection.id);
  expect(rowFrom(items)).toEqual(rowOf(numbers.all));
  expect(numbers.all.refined.k).toBeGreaterThanOrEqual(4);
  expect(numbers.all.returned.k).toBeGreaterThan(0);
  for (const row of numbers.byKind) expect(rowFrom(items.filter(({ kind }) => kind === row.label))).toEqual(rowOf(row));
  const agreement = agreementFrom(items);
  expect(numbers.agreement.items).toBe(agreement.items);
  expect(numbers.agreement.raw).toBeCloseTo(agreement.raw, 12);
  expect(numbers.agreement.kappa?.kappa).toBeCloseTo(agreement.kappa, 12);

  const verdicts = lines.filter(({ event }) => event === "verdict");
  const reviews = lines.filter(isCounted);
  const codesOf = ({ codes, reason }: Line) =>
    (codes as string[]).length === 0 && reason !== "" ? ["typed"] : (codes as string[]);
  const of = {
    refined: verdicts.filter(({ ownChange }) => ownChange === "text"),
    marks: verdicts.filter(({ ownChange }) => ownChange === "marks"),
    unusable: verdicts.filter(({ verdict }) => verdict === "irreparable"),
    changed: reviews.filter(({ decision }) => decision === "change"),
    returned: reviews.filter(({ decision }) => decision === "return"),
  };
  for (const { code, shares } of await getReasons(researcher, collection.id))
    for (const [what, given] of Object.entries(of))
      expect([code, what, shares[what as keyof typeof of].k]).toEqual([
        code,
        what,
        new Set(given.filter((line) => codesOf(line).includes(code)).map(({ item }) => item)).size,
      ]);

  // People are numbered in the export; their figures map numbers to people.
  const figures = new Map<string | null, string>();
  for (const person of new Set(lines.map(({ person }) => person))) {
    const own = verdicts.filter((line) => line.person === person);
    const copies = groupBy(own, ({ item }) => item);
    const change = (given: Line[]) => most(given.map(({ ownChange }) => ownChange as Change));
    const mine = reviews.length === 0 ? [] : lines.filter((line) => line.event === "review" && line.person === person);
    figures.set(
      person,
      JSON.stringify([
        copies.size,
        [...copies.values()].filter((given) => change(given) === "text").length,
        new Set(lines.filter((line) => line.event === "skip" && line.person === person).map(({ item }) => item)).size,
        new Set(mine.map(({ item }) => item)).size,
        mine.length,
      ]),
    );
  }
  const workers = await listWorkers(researcher, collection.id);
  expect(
    workers
      .map(({ finished, refined, skipped, reviews, decisions }) =>
        JSON.stringify([finished, refined, skipped, reviews, decisions]),
      )
      .sort(),
  ).toEqual(
    [...figures]
      .filter(([person, figure]) => person !== null && figure !== "[0,0,0,0,0]")
      .map(([, figure]) => figure)
      .sort(),
  );
  const { people, pairs, weeks } = await getPeople(researcher, collection.id, new Date());
  expect(people.map(({ items }) => items).sort()).toEqual(
    [...figures.values()]
      .map((figure) => JSON.parse(figure)[0])
      .filter((n) => n > 0)
      .sort(),
  );
  // Gold and times, of the first verdict of each person on each copy.
  const goldOf = new Map(
    lines
      .filter(({ event }) => event === "annotation.gold")
      .map(({ item, after }) => [item, JSON.parse((after as { gold: string }).gold)]),
  );
  const firsts = [...groupBy(verdicts, ({ item, copy, person }) => `${item} ${copy} ${person}`).values()].map(
    (given) => byTime(given)[0] as Line,
  );
  const goldOfPeople = [...groupBy(firsts, ({ person }) => person).values()].map((own) => {
    const compared = own.filter(({ item }) => typeof goldOf.get(item) === "string");
    return [compared.filter(({ item, verdict }) => verdict === goldOf.get(item)).length, compared.length];
  });
  expect(people.map(({ gold }) => [gold.k, gold.n]).sort()).toEqual(goldOfPeople.sort());
  expect(Math.max(...people.map(({ gold }) => gold.n))).toBeGreaterThan(2);
  const mondayOf = (at: string) => {
    const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
    return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
  };
  const worked = [...groupBy(firsts, ({ person, at }) => `${mondayOf(at)} ${person}`)].map(([week, own]) => {
    const times = own.map(({ activeMs }) => (activeMs as number) / 1000).sort((a, b) => a - b);
    const at = (times.length - 1) / 2;
    return [week.slice(0, 10), own.length, ((times[Math.floor(at)] as number) + (times[Math.ceil(at)] as number)) / 2];
  });
  expect(weeks.map(({ week, copies, medianSeconds }) => [week, copies, medianSeconds]).sort()).toEqual(worked.sort());
  const same = items.filter(({ copies }) => copies.every((given) => given.length > 0));
  expect(pairs.reduce((sum, { agreement: { n } }) => sum + n, 0)).toBe(same.length);
  expect(pairs.reduce((sum, { agreement: { k } }) => sum + k, 0)).toBe(Math.round(agreement.raw * agreement.items));
});
