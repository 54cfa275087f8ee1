import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { FieldSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { taskFormat } from "@/lib/domain/tasks/schema/task-schema.ts";
import type { TaskTemplate } from "@/lib/domain/tasks/templates/template.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { openFigureEvents } from "../lead/figure-events.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { loadPeople } from "../people/load-people.ts";
import { loadFreshAnswers } from "./answer-result.ts";

withTestDatabase();

const tones = ["calm", "glad", "angry"];
const document: TaskTemplate["document"] = {
  format: taskFormat,
  title: "Tone",
  stimulus: [{ name: "text", type: "text" }],
  answer: [
    {
      ...{ name: "tone", type: "choice", label: "Tone", scoring: { by: "key" } },
      options: tones.map((value) => ({ value, label: value.toUpperCase() })),
    },
    {
      ...{ name: "words", type: "spans", label: "Words", in: "text", required: false },
      labels: [
        { value: "subject", label: "Subject" },
        { value: "place", label: "Place" },
      ],
    },
  ],
};
const rows = ["1", "2", "3", "4", "5"].map((id, index) => ({
  ...{ id, fields: { text: "The keeper slept in town." } },
  ...(index < 2 ? { gold: { tone: "calm" }, suggestions: [{ answer: { tone: "calm" } }] } : {}),
  ...(index > 2
    ? { annotations: ["p 1", "p 2"].slice(0, index - 2).map((coder) => ({ coder, answer: { tone: "angry" } })) }
    : {}),
}));
const words = [{ id: "s", start: 4, end: 10, label: "subject" }];

async function answered() {
  const collection = await makeSchemaCollection(document, rows, { overlap: 2 });
  const [ann, ben] = [await collection.annotator(), await collection.annotator()];
  const answer = async (actor: Actor, given: readonly string[]) => {
    for (const [index, tone] of given.entries())
      await giveAnswers(actor, await schemaTaskOf(actor, collection), { tone, words: index === 0 ? words : [] });
  };
  await answer(ann, ["calm", "glad", "glad", "angry"]);
  await answer(ben, ["calm", "calm", "glad"]);
  await pool().query(
    `UPDATE annotation_coded_answer SET at = '2025-10-05T10:00:00Z' FROM annotation_item AS item
     WHERE item.id = item_id AND item.external_id = '5' AND item.collection_id = $1`,
    [collection.id],
  );
  return { collection, lead: collection.researcher, ann, ben };
}

it("opens every agreement, each cell of given and accepted answers and each person to the items that it counts", async () => {
  const { collection, lead, ann, ben } = await answered();
  const report = await loadFreshAnswers(lead, collection.id);
  const behind = async (query: object) =>
    (await listItems(lead, collection.id, itemListQuery.parse(query))).items.map(({ externalId }) => externalId);
  const fieldOf = (name: string) => report.fields.find(({ field }) => field === name) as FieldSummary;
  const countOf = (field: string, kind: string | null, name?: string) =>
    fieldOf(field).agreement.find(
      ({ of }) => (of?.kind ?? null) === kind && (name === undefined || of?.value === name || of?.name === name),
    )?.n;
  const expected: [object, number | undefined, string[]][] = [
    [{ field: "tone" }, countOf("tone", null), ["1", "2", "3", "4", "5"]],
    [{ field: "tone", by: ben.userId }, countOf("tone", "person", ben.userId as string), ["1", "2", "3"]],
    [{ field: "tone", by: "p 1" }, countOf("tone", "person", "p 1"), ["4", "5"]],
    [{ field: "tone", month: "2025-10" }, countOf("tone", "month", "2025-10"), ["5"]],
    [{ field: "words", option: "subject" }, countOf("words", "label", "subject"), ["1"]],
    [{}, report.shared, ["1", "2", "3", "4", "5"]],
  ];
  for (const [query, n, items] of expected) {
    expect([query, n]).toEqual([query, items.length]);
    expect(await behind({ figure: "compared", ...query })).toEqual(items);
  }
  expect(await behind({ figure: "compared", field: "tone", option: "angry" })).toEqual(["4", "5"]);
  expect(await behind({ figure: "differing", field: "tone" })).toEqual(["2"]);
  expect(await behind({ figure: "differing", field: "tone", option: "glad" })).toEqual(["2"]);
  expect(await behind({ figure: "differing", field: "tone", option: "angry" })).toEqual([]);
  expect(await behind({ figure: "differing", field: "tone", by: ben.userId })).toEqual(["2"]);
  expect(await behind({ figure: "differing", field: "tone", by: "p 1" })).toEqual([]);
  expect(await behind({ figure: "differing" })).toHaveLength(report.differing);
  expect(await behind({ figure: "answered", field: "tone", by: ann.userId })).toEqual(["1", "2", "3", "4"]);
  const [anchoring] = report.anchoring;
  // Two people answered each of the items.
  expect(await behind({ figure: "suggestion-shown", field: "tone" })).toHaveLength((anchoring?.shown[1] ?? 0) / 2);
  expect(await behind({ figure: "suggestion-hidden", field: "tone" })).toHaveLength((anchoring?.hidden[1] ?? 0) / 2);
  const { confusion } = fieldOf("tone");
  for (const [row, accepted] of (confusion?.values ?? []).entries())
    for (const [column, answer] of (confusion?.values ?? []).entries()) {
      const items = await behind({ figure: "given-and-accepted", field: "tone", accepted, answer });
      // Both people gave the accepted answer to an item.
      expect(items).toHaveLength((confusion?.counts[row]?.[column] ?? 0) / 2);
    }
  const figure = itemListQuery.parse({ figure: "differing", field: "tone" });
  const { stream } = await openFigureEvents(lead, collection.id, figure);
  const events = (await text(stream))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([...new Set(events.map(({ item }) => item))]).toEqual(["2"]);
  expect(events.filter(({ event }) => event === "verdict").map(({ answer }) => answer.tone)).toEqual(["glad", "calm"]);
  await expect(listItems(ann, collection.id, figure)).rejects.toMatchObject({ code: "not-found" });
});

it("compares answers, not verdicts, in the tables of people and weeks", async () => {
  const { collection, lead, ann, ben } = await answered();
  // A request reads only the parts that it uses: the report grows with the items.
  expect(Object.keys(await loadFreshAnswers(lead, collection.id, ["people", "weeks"])).sort()).toEqual([
    "people",
    "weeks",
  ]);
  const { people, pairs, weeks } = await loadPeople(lead, collection.id, new Date());
  const shares = new Map(people.map(({ userId, gold, agreement: { k, n } }) => [userId, [gold.k, gold.n, k, n]]));
  expect(shares.get(ann.userId as string)).toEqual([1, 2, 2, 3]);
  expect(shares.get(ben.userId as string)).toEqual([2, 2, 2, 3]);
  expect(pairs).toMatchObject([{ agreement: { k: 2, n: 3 } }]);
  expect(weeks.reduce((sum, { gold }) => sum + gold.k, 0)).toBe(3);
  const person = { figure: "gold", person: ann.userId, week: weeks.at(-1)?.week };
  const { items } = await listItems(lead, collection.id, itemListQuery.parse(person));
  expect(items.map(({ externalId }) => externalId)).toEqual(["1", "2"]);
});
