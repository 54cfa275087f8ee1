import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { groupBy } from "@/lib/domain/group-by.ts";
import { taskFormat } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { TaskTemplate } from "@/lib/domain/tasks/templates/template.ts";
import { giveAnswers, makeSchemaCollection } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { listWorkers } from "../people/list-workers.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { skipTask } from "../work/skip-task.ts";
import { loadFreshAnswers } from "./answer-result.ts";

withTestDatabase();

// The report of a task schema's collection computed a second time from the exported history alone, with independent code.

const tones = ["calm", "glad", "angry"];
const document: TaskTemplate["document"] = {
  format: taskFormat,
  title: "Tone",
  instruction: "Read the text.",
  stimulus: [{ name: "text", type: "text" }],
  answer: [
    {
      ...{ name: "tone", type: "choice", label: "Tone" },
      options: tones.map((value) => ({ value, label: value.toUpperCase() })),
      scoring: { by: "key" },
    },
    { name: "strength", type: "rating", label: "Strength", minimum: 1, maximum: 5 },
    {
      ...{ name: "words", type: "spans", label: "Words", in: "text", required: false, unit: "word" },
      labels: [
        { value: "subject", label: "Subject" },
        { value: "place", label: "Place" },
      ],
    },
    {
      ...{ name: "links", type: "relations", label: "Links", between: ["words"], required: false },
      labels: ["in", "near"].map((value) => ({ value, label: value })),
    },
    {
      ...{ name: "about", type: "group", label: "About the words", per: "words", required: false },
      fields: [
        {
          name: "sure",
          type: "choice",
          label: "Sure?",
          options: ["yes", "no"].map((value) => ({ value, label: value })),
        },
      ],
    },
  ],
};

interface Answer {
  tone: string;
  strength: number;
  words?: { id?: string; start: number; end: number; label: string }[];
  links?: { from: string; to: string; label: string }[];
  about?: Record<string, { sure: string }>;
}
type Line = { item: string; at: string; event: string; person: string | null } & Record<string, unknown>;
interface Given {
  by: string;
  answer: Answer;
}
interface Item {
  name: string;
  given: Given[];
  accepted: Answer | null;
  suggested: Partial<Answer> | null;
  gold: Partial<Answer> | null;
  isSuggestionShown: boolean;
}

const sentence = (name: string) => `The keeper of tower ${name} slept in town.`;

/** The first answers of each person to each item, the accepted ones, and the suggested ones. */
function itemsOf(lines: readonly Line[]): Item[] {
  return [...groupBy(lines, ({ item }) => item)].flatMap(([name, unordered]) => {
    const own = unordered.toSorted((one, other) => one.at.localeCompare(other.at));
    const firsts = new Map<string, Answer>();
    for (const { event, verdict, person, coder, answer } of own) {
      const by = event === "coded-answer" ? `coded ${coder}` : verdict === "answered" ? person : null;
      if (by !== null && !firsts.has(by)) firsts.set(by, answer as Answer);
    }
    const imported = own.find(({ event }) => event === "imported");
    const gold = own.findLast(({ event }) => event === "annotation.gold");
    const accepted = own.findLast(({ event, revoked }) => event === "accepted" && revoked === undefined);
    const given = [...firsts].map(([by, answer]) => ({ by, answer }));
    if (given.length === 0) return [];
    return {
      ...{ name, given, accepted: (accepted?.answer as Answer) ?? null },
      suggested: (imported?.suggested as Partial<Answer>) ?? null,
      gold: gold
        ? JSON.parse((gold.after as { gold: string }).gold)
        : ((imported?.goldAnswer as Partial<Answer>) ?? null),
      isSuggestionShown: imported?.isSuggestionShown === true,
    };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
type Distance = (one: number, other: number, totals: ReadonlyMap<number, number>) => number;
const distances: Record<"alpha" | "ordinal-alpha" | "interval-alpha", Distance> = {
  alpha: (one, other) => Number(one !== other),
  "interval-alpha": (one, other) => (one - other) ** 2,
  "ordinal-alpha": (one, other, totals) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const between = [...totals].filter(([value]) => value >= low && value <= high).map(([, n]) => n);
    return (sum(between) - ((totals.get(one) ?? 0) + (totals.get(other) ?? 0)) / 2) ** 2;
  },
};

/** Krippendorff's alpha from the matrix of coincidences. */
function alphaOf(units: readonly number[][], distance: Distance): number {
  const pairable = units.filter(({ length }) => length > 1);
  const totals = new Map<number, number>();
  for (const value of pairable.flat()) totals.set(value, (totals.get(value) ?? 0) + 1);
  const n = pairable.flat().length;
  const observed = sum(
    pairable.map(
      (unit) => sum(unit.flatMap((one) => unit.map((other) => distance(one, other, totals)))) / (unit.length - 1),
    ),
  );
  const expected = sum(
    [...totals].flatMap(([one, a]) => [...totals].map(([other, b]) => a * b * distance(one, other, totals))),
  );
  return 1 - (observed / n) * ((n * (n - 1)) / expected);
}

const pairsIn = <Value>(unit: readonly Value[]) =>
  unit.flatMap((one, index) => unit.slice(index + 1).map((other): [Value, Value] => [one, other]));
const percentOf = (units: readonly number[][]) =>
  sum(units.map((unit) => pairsIn(unit).filter(([one, other]) => one === other).length / pairsIn(unit).length)) /
  units.length;

/** Fleiss' kappa of the items with the most common number of answers. */
function fleissOf(all: readonly number[][]): [number, number] {
  const sizes = [...groupBy(all, ({ length }) => length)].sort(([, one], [, other]) => other.length - one.length);
  const units = sizes[0]?.[1] ?? [];
  const share = (value: number) => units.flat().filter((one) => one === value).length / units.flat().length;
  const chance = sum([...new Set(units.flat())].map((value) => share(value) ** 2));
  return [units.length, (percentOf(units) - chance) / (1 - chance)];
}

function cohenOf(pairs: readonly number[][]): number {
  const share = (side: 0 | 1, value: number) => pairs.filter((pair) => pair[side] === value).length / pairs.length;
  const chance = sum([...new Set(pairs.flat())].map((value) => share(0, value) * share(1, value)));
  return (percentOf(pairs) - chance) / (1 - chance);
}

const spanKeys = ({ words = [] }: Answer) => words.map(({ start, end, label }) => `${start} ${end} ${label}`);
const keyOfSpan = (answer: Answer, id: string) =>
  spanKeys(answer)[answer.words?.findIndex((one) => one.id === id) ?? -1];
const linkKeys = (answer: Answer) =>
  (answer.links ?? []).map(({ from, to, label }) => `${keyOfSpan(answer, from)} ${label} ${keyOfSpan(answer, to)}`);
const sureOf = (answer: Answer) =>
  Object.entries(answer.about ?? {}).map(([id, { sure }]) => ({ span: keyOfSpan(answer, id), sure }));
const textOf = (answer: Answer) =>
  JSON.stringify([
    ...[answer.tone, answer.strength, spanKeys(answer).sort(), linkKeys(answer).sort()],
    sureOf(answer)
      .map(({ span, sure }) => `${span} ${sure}`)
      .sort(),
  ]);

/** Each measure of the report: those of all answers, of one label, and of one person with each other one. */
function agreementFrom(items: readonly Item[]): Record<string, [items: number, value: number][]> {
  const shared = items.filter(({ given }) => given.length > 1);
  const nominal = (
    of: string,
    units: number[][],
    n = units.length,
    isPair = false,
  ): Record<string, [number, number]> => ({
    [`${of} percent`]: [n, percentOf(units)],
    ...(isPair ? { [`${of} kappa`]: [n, cohenOf(units)] } : { [`${of} fleiss-kappa`]: fleissOf(units) }),
    [`${of} alpha`]: [n, alphaOf(units, distances.alpha)],
  });
  const ordered = (of: string, units: number[][], n = units.length) =>
    Object.fromEntries(
      (["ordinal-alpha", "interval-alpha"] as const).map((name) => [
        `${of} ${name}`,
        [n, alphaOf(units, distances[name])] as [number, number],
      ]),
    );
  const values = { tone: ({ tone }: Answer) => tones.indexOf(tone), strength: ({ strength }: Answer) => strength };
  const unitsOf = (value: (answer: Answer) => number) =>
    shared.map(({ given }) => given.map(({ answer }) => value(answer)));
  const found: Record<string, [number, number]>[] = [
    nominal("tone all", unitsOf(values.tone)),
    nominal("strength all", unitsOf(values.strength)),
    ordered("strength all", unitsOf(values.strength)),
    ...tones.map((tone) =>
      nominal(
        `tone label ${tone.toUpperCase()}`,
        unitsOf((answer) => Number(answer.tone === tone)),
      ),
    ),
  ];
  const byPerson = [...new Set(shared.flatMap(({ given }) => given.map(({ by }) => by)))].map((person) => {
    const own = shared.filter(({ given }) => given.some(({ by }) => by === person));
    const pairs = (value: (answer: Answer) => number) =>
      own.flatMap(({ given }) => {
        const mine = given.find(({ by }) => by === person) as Given;
        return given.filter((one) => one !== mine).map(({ answer }) => [value(mine.answer), value(answer)]);
      });
    return {
      ...nominal("tone person", pairs(values.tone), own.length, true),
      ...ordered("strength person", pairs(values.strength), own.length),
    };
  });
  const f1Of = (keysOf: (answer: Answer) => string[]): [number, number] => {
    const pairs = shared.flatMap(({ given }) => pairsIn(given.map(({ answer }) => keysOf(answer))));
    const both = sum(pairs.map(([one, other]) => one.filter((key) => other.includes(key)).length));
    const withMembers = shared.filter(({ given }) => given.some(({ answer }) => keysOf(answer).length > 0));
    return [withMembers.length, (2 * both) / sum(pairs.flat().map(({ length }) => length))];
  };
  const sure = shared.map(({ given }) =>
    [
      ...groupBy(
        given.flatMap(({ answer }) => sureOf(answer)),
        ({ span }) => span,
      ).values(),
    ]
      .filter(({ length }) => length > 1)
      .map((unit) => unit.map((one) => Number(one.sure === "yes"))),
  );
  const withUnits = sure.filter(({ length }) => length > 0).length;
  const tokens = shared.flatMap(({ name, given }) =>
    [...sentence(name).matchAll(/\S+/gu)].map(({ index }) =>
      given.map(({ answer: { words = [] } }) => {
        const on = words.find(({ start, end }) => start <= index && index < end);
        return on ? 1 + ["subject", "place"].indexOf(on.label) : 0;
      }),
    ),
  );
  found.push({
    "words all span-f1": f1Of(spanKeys),
    "links all relation-f1": f1Of(linkKeys),
    "links label in relation-f1": f1Of((answer) => linkKeys(answer).filter((key) => key.includes(" in "))),
    "sure all percent": [withUnits, percentOf(sure.flat())],
    "sure all alpha": [withUnits, alphaOf(sure.flat(), distances.alpha)],
    "words all token-alpha": [shared.length, alphaOf(tokens, distances.alpha)],
  });
  return Object.fromEntries([
    ...found.flatMap((one) => Object.entries(one).map(([name, value]) => [name, [value]] as const)),
    ...Object.keys(byPerson[0] ?? {}).map((name) => [name, byPerson.map((one) => one[name] as [number, number])]),
  ]);
}

const rounded = (pairs: readonly (readonly [number, number | null])[]) =>
  pairs.map(([n, value]) => `${n} ${value === null || Number.isNaN(value) ? "none" : value.toFixed(9)}`).sort();

/** Answers everything that is offered, some time each; `null` skips. */
async function work(actor: Actor, collection: { id: string }, answerTo: (name: string) => Answer | null) {
  for (;;) {
    const { task } = await claimNextTask(actor, { collectionId: collection.id });
    if (!task) return;
    await pool().query(
      "UPDATE annotation_activity SET active_ms = active_ms + $3 WHERE task_id = $1 AND user_id = $2",
      [task.task.id, actor.userId, 4_000 + task.item.externalId.length * 777],
    );
    const answer = answerTo(task.item.externalId);
    if (answer === null)
      await skipTask(actor, task.task.id, { fence: task.task.fence as number, reason: "I know it." });
    else {
      const words = (answer.words ?? []).map((span, index) => ({ id: `s${index}`, ...span }));
      const number = Number(task.item.externalId) + words.length;
      const links = words.length < 2 ? [] : [{ from: "s0", to: "s1", label: number % 4 === 0 ? "near" : "in" }];
      const about = Object.fromEntries(
        words.map(({ id }, index) => [id, { sure: (number + index) % 3 === 0 ? "no" : "yes" }]),
      );
      await giveAnswers(actor, task as never, { ...answer, words, links, about });
    }
  }
}

it("gives every metric of the report and of the people from the exported history", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
  const rows = names.map((name, index) => ({
    id: name,
    fields: { text: sentence(name) },
    ...(index % 2 === 0 ? { suggestions: [{ model: "m", answer: { tone: "calm", strength: 3 } }] } : {}),
    ...(index % 3 === 0 ? { gold: { tone: tones[index % 2] } } : {}),
    ...(index % 5 === 0 ? { annotations: [{ coder: "p1", answer: { tone: tones[index % 3], strength: 2 } }] } : {}),
  }));
  const collection = await makeSchemaCollection(document, rows, { overlap: 2, reviewShareUntouched: 0.5 }, 0.5);
  const [ann, ben, cleo, rev] = [
    await collection.annotator(),
    await collection.annotator(),
    await collection.annotator(),
    await collection.reviewer(),
  ];
  const marked = (label: string, name = "") => [
    { start: 4, end: 10, label },
    ...(name === "" ? [] : [{ start: sentence(name).indexOf("town"), end: sentence(name).length - 1, label: "place" }]),
  ];
  await work(ann, collection, (name) =>
    name === "3"
      ? null
      : { tone: tones[Number(name) % 2] as string, strength: 1 + (Number(name) % 4), words: marked("subject", name) },
  );
  await work(ben, collection, (name) => ({
    tone: tones[Number(name) % 3] as string,
    strength: 1 + (Number(name) % 5),
    words:
      Number(name) % 3 === 0
        ? []
        : marked(Number(name) % 4 === 0 ? "place" : "subject", Number(name) % 5 === 0 ? "" : name),
  }));
  await work(cleo, collection, () => ({ tone: "glad", strength: 4 }));
  for (let decided = 0; decided < 5; decided += 1) {
    const { review } = await claimNextReview(rev, { collectionId: collection.id });
    if (!review) break;
    await pool().query("UPDATE annotation_review_work SET active_ms = active_ms + 3000 WHERE user_id = $1", [
      rev.userId,
    ]);
    const isReturned = decided === 2;
    await decideReview(rev, review.taskId, {
      ...{ decision: isReturned ? "return" : "accept", reason: isReturned ? "Once more." : "", codes: [] },
    });
  }
  // A returned copy is answered differently: its first answers stay those of the report.
  for (const actor of [ann, ben, cleo]) await work(actor, collection, () => ({ tone: "angry", strength: 5 }));

  const { researcher } = collection;
  const { items: listed } = await listItems(researcher, collection.id, itemListQuery.parse({}));
  const idsOf = (wanted: string[]) =>
    listed.filter(({ externalId }) => wanted.includes(externalId)).map(({ id }) => id);
  await leadItems(researcher, collection.id, { act: "gold", items: idsOf(["1"]), gold: null });
  await leadItems(researcher, collection.id, { act: "gold", items: idsOf(["4"]), goldAnswer: { tone: "angry" } });
  expect(
    await leadItems(researcher, collection.id, { act: "gold", items: idsOf(names), gold: "accepted" }),
  ).toMatchObject({
    why: expect.arrayContaining([expect.stringContaining("No answers are accepted")]),
  });
  const { stream } = await openCollectionExport(researcher, collection.id, { format: "trail", which: "all" });
  const lines = (await text(stream))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const items = itemsOf(lines);
  const report = await loadFreshAnswers(researcher, collection.id);
  const kinds = (item: Item) => new Set(item.given.map(({ answer }) => textOf(answer))).size;
  expect(report).toMatchObject({
    items: items.length,
    shared: items.filter(({ given }) => given.length > 1).length,
    differing: items.filter((item) => kinds(item) > 1).length,
  });
  expect(items).toHaveLength(names.length);
  expect(report.shared).toBe(names.length);

  const expected = agreementFrom(items);
  const measured = groupBy(
    report.fields.flatMap(({ field, agreement }) =>
      agreement.flatMap(({ of, measure, n, value }) => {
        const part = of === null ? "all" : of.kind === "label" ? `label ${of.name}` : of.kind;
        return { name: `${field} ${part} ${measure}`, found: [n, value] as const };
      }),
    ),
    ({ name }) => name,
  );
  for (const [name, values] of Object.entries(expected))
    expect([name, rounded((measured.get(name) ?? []).map(({ found }) => found))]).toEqual([name, rounded(values)]);

  for (const [field, key] of [
    ["tone", ({ tone }: Answer) => tone.toUpperCase()],
    ["strength", ({ strength }: Answer) => `${strength}`],
  ] as const) {
    const own = report.fields.find((one) => one.field === field);
    const counted = own?.confusion?.labels.flatMap((decided, row) =>
      (own.confusion?.labels ?? []).flatMap((given, column) =>
        new Array<string>(own.confusion?.counts[row]?.[column] ?? 0).fill(`${decided} ${given}`),
      ),
    );
    const pairs = items.flatMap(({ accepted, given }) =>
      accepted ? given.map(({ answer }) => `${key(accepted)} ${key(answer)}`) : [],
    );
    expect(counted?.sort()).toEqual(pairs.sort());
    const byPerson = groupBy(
      items.flatMap(({ given }) => given),
      ({ by }) => by,
    );
    expect(own?.people.map(({ n }) => n).sort()).toEqual([...byPerson.values()].map(({ length }) => length).sort());
    const anchored = (isShown: boolean) => {
      const compared = items
        .filter(({ suggested, isSuggestionShown }) => suggested && isSuggestionShown === isShown)
        .flatMap(({ suggested, given }) => given.map(({ answer }) => key(answer) === key(suggested as Answer)));
      return [compared.filter(Boolean).length, compared.length];
    };
    expect(report.anchoring.find((one) => one.field === field)).toMatchObject({
      ...{ shown: anchored(true), hidden: anchored(false) },
    });
  }
  for (const { name, given } of items) {
    const votes = [...groupBy(given, ({ answer }) => answer.tone)].sort(([, a], [, b]) => b.length - a.length);
    const isTie = votes[0]?.[1].length === votes[1]?.[1].length;
    const majority = report.aggregated.find(({ id }) => id === name)?.answers.tone?.majority ?? null;
    expect([name, majority]).toEqual([name, isTie ? null : JSON.stringify(votes[0]?.[0])]);
  }

  // People are numbered in the export: their figures are compared as sets.
  const annotators = items.map((item) => ({ ...item, given: item.given.filter(({ by }) => !by.startsWith("coded")) }));
  const qualities = [...new Set(annotators.flatMap(({ given }) => given.map(({ by }) => by)))].map((person) => {
    const own = annotators.flatMap(({ given, gold }) => {
      const mine = given.find(({ by }) => by === person)?.answer;
      const others = given.filter(({ by }) => by !== person).map(({ answer }) => answer);
      return mine ? [{ mine, others, gold }] : [];
    });
    const pairs = own.flatMap(({ mine, others }) => others.map((other) => textOf(mine) === textOf(other)));
    const golds = own.flatMap(({ mine, gold }) => (gold ? [mine.tone === gold.tone] : []));
    const count = (all: readonly boolean[]) => `${all.filter(Boolean).length}/${all.length}`;
    return `${own.length} ${count(pairs)} ${count(golds)}`;
  });
  const total = (weeks: typeof report.weeks, of: "gold" | "agreement") =>
    `${sum(weeks.map((week) => week[of].k))}/${sum(weeks.map((week) => week[of].n))}`;
  const reported = [...groupBy(report.weeks, ({ userId }) => userId).values()].map(
    (weeks) => `${sum(weeks.map(({ copies }) => copies))} ${total(weeks, "agreement")} ${total(weeks, "gold")}`,
  );
  expect(reported.sort()).toEqual(qualities.sort());
  expect(report.misses.length).toBeGreaterThan(0);

  const ofWorkers = lines.filter(({ event }) => event !== "annotation.gold");
  const figures = [...groupBy(ofWorkers, ({ person }) => person)].flatMap(([person, own]) => {
    const of = (event: string) => own.filter((line) => line.event === event);
    const finished = new Set(of("verdict").map(({ item, copy }) => `${item} ${copy}`)).size;
    const times = (event: string, what: "activeMs" | "idleMs") => sum(of(event).map((line) => Number(line[what])));
    const worked = times("time", "activeMs");
    const reviewed = times("review-time", "activeMs");
    if (person === null) return [];
    return JSON.stringify({
      ...{ finished, skipped: new Set(of("skip").map(({ item }) => item)).size },
      ...{ reviews: new Set(of("review").map(({ item }) => item)).size, decisions: of("review").length },
      ...{ activeMs: worked + reviewed, reviewMs: reviewed },
      idleMs: times("time", "idleMs") + times("review-time", "idleMs"),
      secondsPerItem: finished === 0 ? null : worked / 1000 / finished,
    });
  });
  const workers = await listWorkers(researcher, collection.id);
  expect(
    workers
      .map(({ finished, skipped, reviews, decisions, activeMs, reviewMs, idleMs, secondsPerItem }) =>
        JSON.stringify({ finished, skipped, reviews, decisions, activeMs, reviewMs, idleMs, secondsPerItem }),
      )
      .sort(),
  ).toEqual(figures.sort());
  expect(workers.some(({ skipped }) => skipped > 0)).toBe(true);
  expect(workers.some(({ decisions }) => decisions === 5)).toBe(true);
});
