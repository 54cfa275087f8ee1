import { expect, it } from "vitest";
import type { AnswerLesson } from "@/lib/domain/annotation/my-work.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "@/prisma/factories/make-schema-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { updateCollection } from "../collections/update-collection.ts";
import { getItemHistory, getItemHistoryLines } from "../items/item-history.ts";
import { leadItems } from "../lead/lead-items.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { makePractice } from "../training/make-practice.ts";
import { claimNextTask } from "../work/next-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { loadFreshAnswers } from "./answer-result.ts";
import { getSchemaItem } from "./get-schema-item.ts";

withTestDatabase();

const tones = ["positive", "neutral", "neutral", "neutral"];
const rows = tones.map((tone, index) => ({
  id: `${index + 1}`,
  fields: { text: `It was ${tone}.` },
  ...(index === 0 ? { gold: { sentiment: "positive" } } : {}),
}));
const refused = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

async function idsOf(lead: Actor, collectionId: string): Promise<string[]> {
  const { items } = await listItems(lead, collectionId, itemListQuery.parse({}));
  return items.map(({ id }) => id);
}

it("scores first answers to hidden gold items by person and week, from expected answers by field", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { overlap: 2 });
  const { researcher: lead } = collection;
  const ids = await idsOf(lead, collection.id);
  expect((await getSchemaItem(lead, ids[0] as string)).gold).toEqual({ sentiment: "positive" });
  const gold = (items: (string | undefined)[], more: object) =>
    leadItems(lead, collection.id, { act: "gold", items: items as string[], ...more });
  expect(await gold([ids[1]], { goldAnswer: { sentiment: ["neutral", "negative"] } })).toMatchObject({ changed: 1 });
  expect(await gold([ids[1]], { goldAnswer: { sentiment: ["neutral", "negative"] } })).toMatchObject({ changed: 0 });
  await expect(gold([ids[2]], { gold: "sound" })).rejects.toEqual(refused("invalid", "instead of a verdict"));
  await expect(gold([ids[2]], { goldAnswer: { sentiment: "joy" } })).rejects.toEqual(
    refused("invalid", "gold.sentiment"),
  );
  expect(await gold([ids[2]], { gold: "accepted" })).toMatchObject({ changed: 0, why: [/No answers are accepted/u] });

  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const payload = JSON.stringify(await schemaTaskOf(ann, collection));
  expect(payload).not.toContain("gold");
  for (const tone of tones) await giveAnswers(ann, await schemaTaskOf(ann, collection), { sentiment: tone });
  for (const _ of tones) await giveAnswers(bea, await schemaTaskOf(bea, collection), { sentiment: "neutral" });
  expect(await gold([ids[2], ids[0]], { gold: "accepted" })).toMatchObject({ changed: 1, left: 1 });

  const { weeks, misses } = await loadFreshAnswers(lead, collection.id);
  const figures = new Map(
    weeks.map(({ userId, gold: { k, n }, agreement }) => [userId, [k, n, agreement.k, agreement.n]]),
  );
  expect(figures.get(ann.userId as string)).toEqual([3, 3, 3, 4]);
  expect(figures.get(bea.userId as string)).toEqual([2, 3, 3, 4]);
  expect(misses.map(({ id, by }) => [id, by])).toEqual([["1", bea.userId]]);
  const person = { figure: "gold" as const, person: bea.userId as string, week: weeks[0]?.week as string };
  const behind = await listItems(lead, collection.id, itemListQuery.parse(person));
  expect(behind.items.map(({ externalId }) => externalId)).toEqual(["1", "2", "3"]);

  expect(await gold([ids[0]], { gold: null })).toMatchObject({ changed: 1 });
  expect((await loadFreshAnswers(lead, collection.id)).misses).toEqual([]);
});

it("practises with the expected answers as feedback, and opens to those who find the rarer answers too", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { practicePassMark: 0.75 });
  const { researcher: lead } = collection;
  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const gateOf = async (actor: Actor) => (await claimNextTask(actor, { collectionId: collection.id })).practice;
  expect(await gateOf(ann)).toMatchObject({ of: "answers", trainingId: null, total: 0 });
  const ids = await idsOf(lead, collection.id);
  for (const id of ids.slice(1))
    await leadItems(lead, collection.id, { act: "gold", items: [id], goldAnswer: { sentiment: "neutral" } });
  await updateCollection(lead, collection.id, { settings: { practicePassMark: 0.75 } });
  expect(await makePractice(lead, collection.id, { items: ids, note: "Look at the last word." })).toEqual({ added: 4 });
  expect(await makePractice(lead, collection.id, { items: ids, note: "Look at the last word." })).toEqual({ added: 0 });
  const practise = async (actor: Actor, answerTo: (text: string) => string) => {
    const lessons: AnswerLesson[] = [];
    const training = { id: (await gateOf(actor))?.trainingId as string };
    for (;;) {
      const { task } = await claimNextTask(actor, { collectionId: training.id });
      if (!task?.schema) return lessons;
      expect(JSON.stringify(task)).not.toMatch(/gold|Look at the last word/u);
      const text = task.schema.fields.text as string;
      const { lesson } = await giveAnswers(actor, task as never, { sentiment: answerTo(text) });
      lessons.push(lesson as AnswerLesson);
    }
  };
  const always = await practise(bea, () => "neutral");
  expect(always.filter(({ agrees }) => agrees)).toHaveLength(3);
  expect(always.find(({ agrees }) => !agrees)).toMatchObject({
    lesson: "Look at the last word.",
    answers: [{ given: "Neutral", expected: "Positive", isRight: false }],
  });
  expect(await gateOf(bea)).toMatchObject({ right: 3, done: 4, total: 4, faults: 1, found: 0 });
  await practise(ann, (text) => (text.includes("positive") ? "positive" : "neutral"));
  expect(await gateOf(ann)).toBeNull();
  // The practice showed the expected answers of these items, so they are no hidden gold items any longer.
  const known = await schemaTaskOf(ann, collection);
  expect(known.item.externalId).toBe("1");
  await giveAnswers(ann, known, { sentiment: "positive" });
  const { weeks } = await loadFreshAnswers(lead, collection.id);
  expect(weeks.map(({ gold: { n } }) => n)).toEqual([0]);
  const behind = { figure: "gold" as const, person: ann.userId as string, week: weeks[0]?.week as string };
  expect((await listItems(lead, collection.id, itemListQuery.parse(behind))).items).toEqual([]);
});

it("repeats the same lesson if a submission is sent again", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { practicePassMark: 0.75 });
  const { researcher: lead } = collection;
  const ann = await collection.annotator();
  await makePractice(lead, collection.id, { items: (await idsOf(lead, collection.id)).slice(0, 1), note: "A note." });
  const { practice } = await claimNextTask(ann, { collectionId: collection.id });
  const { task } = await claimNextTask(ann, { collectionId: practice?.trainingId as string });
  const first = await giveAnswers(ann, task as never, { sentiment: "positive" });
  expect(first.lesson).toMatchObject({ agrees: true });
  const again = await submitVerdict(ann, task?.task.id as string, {
    ...{ revisionId: first.receipt.revisionId, fence: task?.task.fence as number, verdict: "answered", checklist: {} },
    ...{ dismissals: [], reason: "", activeMs: 1_000, codes: [] },
  });
  expect(again.lesson).toEqual(first.lesson);
});

it("corrects the expected answers of a practice item, and serves no retired one", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { practicePassMark: 0.75 });
  const { researcher: lead } = collection;
  const [ann, bea] = [await collection.annotator(), await collection.annotator()];
  const ids = await idsOf(lead, collection.id);
  await leadItems(lead, collection.id, { act: "gold", items: ids.slice(1, 3), goldAnswer: { sentiment: "neutral" } });
  await makePractice(lead, collection.id, { items: ids, note: "A note." });
  const { practice } = await claimNextTask(ann, { collectionId: collection.id });
  const trainingId = practice?.trainingId as string;
  const practised = await idsOf(lead, trainingId);
  const [first, second] = practised as [string, string];
  expect((await getSchemaItem(lead, first)).gold).toEqual({ sentiment: "positive" });
  const correct = (more: object) => leadItems(lead, trainingId, { act: "gold", items: [first], ...more });
  expect(await correct({ goldAnswer: { sentiment: "negative" } })).toMatchObject({ changed: 1 });
  expect(await correct({ goldAnswer: { sentiment: "negative" } })).toMatchObject({ changed: 0 });
  expect(await correct({ gold: null })).toMatchObject({ changed: 0, why: [/Retire the item/u] });
  expect((await getSchemaItem(lead, first)).gold).toEqual({ sentiment: "negative" });
  // Bea has begun: the retired item is on no screen any longer, although she has a copy of it.
  const { task: begun } = await claimNextTask(bea, { collectionId: trainingId });
  expect(begun?.step?.title).toBe("Step 1 of 3");
  expect(await leadItems(lead, trainingId, { act: "retire", items: [second], reason: "Wrong." })).toMatchObject({
    changed: 1,
  });
  for (const actor of [ann, bea]) {
    const seen: string[] = [];
    for (;;) {
      const { task } = await claimNextTask(actor, { collectionId: trainingId });
      if (!task?.schema) break;
      seen.push(task.item.externalId);
      const sentimentOf = task.item.externalId === "1" ? "negative" : "neutral";
      const { lesson } = await giveAnswers(actor, task as never, { sentiment: sentimentOf });
      expect(lesson).toMatchObject({ agrees: true });
    }
    expect(seen.sort()).toEqual(["1", "3"]);
    expect((await claimNextTask(actor, { collectionId: collection.id })).practice).toBeNull();
  }
  // Requeueing undoes it, for those who have a copy and for those who have none, and repeats no finished item.
  const move = (act: "retire" | "requeue", items: string[]) =>
    leadItems(lead, trainingId, { act, items, reason: "After all." });
  expect(await move("requeue", [second])).toMatchObject({ changed: 1 });
  expect(await move("requeue", [first])).toMatchObject({ changed: 0 });
  for (const actor of [ann, bea]) {
    const { task } = await claimNextTask(actor, { collectionId: trainingId });
    expect(task?.item.externalId).toBe("2");
    const { next } = await giveAnswers(actor, task as never, { sentiment: "neutral" });
    expect(next).toBeNull();
  }
  for (const act of ["retire", "requeue", "retire"] as const)
    expect(await move(act, [first, second])).toMatchObject({ changed: 2 });
  expect((await claimNextTask(ann, { collectionId: trainingId })).task).toBeNull();
});

it("serves a practice item again that was retired before anyone began", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { practicePassMark: 0.75 });
  const { researcher: lead } = collection;
  await makePractice(lead, collection.id, { items: (await idsOf(lead, collection.id)).slice(0, 1), note: "A note." });
  const ann = await collection.annotator();
  const progress = async () => (await claimNextTask(ann, { collectionId: collection.id })).practice;
  const trainingId = (await progress())?.trainingId as string;
  const items = await idsOf(lead, trainingId);
  for (const [act, total] of [
    ["retire", 0],
    ["requeue", 1],
  ] as const) {
    expect(await leadItems(lead, trainingId, { act, items, reason: "A try." })).toMatchObject({ changed: 1 });
    expect(await progress()).toMatchObject({ total });
  }
});

it("makes one practice of two requests at the same moment", async () => {
  const collection = await makeSchemaCollection(sentiment.document, rows, { practicePassMark: 0.75 });
  const { researcher: lead } = collection;
  const ids = await idsOf(lead, collection.id);
  await leadItems(lead, collection.id, { act: "gold", items: ids, goldAnswer: { sentiment: "neutral" } });
  const made = await Promise.all(ids.map((id) => makePractice(lead, collection.id, { items: [id], note: "A note." })));
  expect(made).toEqual(ids.map(() => ({ added: 1 })));
  const ann = await collection.annotator();
  expect((await claimNextTask(ann, { collectionId: collection.id })).practice).toMatchObject({ total: 4 });
});

it("reports per item which keys do not fit, and dates gold when it was said", async () => {
  const options = { from: "choices" };
  const document = {
    ...sentiment.document,
    stimulus: [...sentiment.document.stimulus, { name: "choices", type: "texts" as const }],
    answer: [{ name: "best", type: "choice" as const, label: "Best", options, scoring: { by: "key" as const } }],
  };
  const items = [2, 3, 3].map((n, index) => ({
    id: `${index + 1}`,
    fields: { text: "Choose.", choices: ["a", "b", "c"].slice(0, n) },
    ...(index === 1 ? { gold: { best: "option-0" } } : {}),
  }));
  const collection = await makeSchemaCollection(document, items);
  const { researcher: lead } = collection;
  const ids = await idsOf(lead, collection.id);
  const goldAnswer = { best: "option-2" };
  expect(await leadItems(lead, collection.id, { act: "gold", items: ids, goldAnswer })).toEqual({
    changed: 2,
    left: 1,
    why: [expect.stringMatching(/^1: gold\.best must name options/u)],
  });
  await expect(leadItems(lead, collection.id, { act: "gold", items: ids.slice(0, 1), goldAnswer })).rejects.toEqual(
    refused("invalid", "gold.best"),
  );
  await leadItems(lead, collection.id, { act: "gold", items: ids.slice(1, 2), gold: null });
  const { text } = await getItemHistoryLines(lead, ids[1] as string);
  const said = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .flatMap(({ event, goldAnswer: imported, after }) =>
      event === "started" ? [] : [[event, imported ?? after?.gold]],
    );
  expect(said).toEqual([
    ["imported", { best: "option-0" }],
    ["annotation.gold", JSON.stringify(goldAnswer)],
    ["annotation.gold", "null"],
  ]);
  const history = await getItemHistory(lead, ids[2] as string);
  expect(history[0]?.raw[0]?.details).not.toHaveProperty("goldAnswer");
  expect((await getItemHistory(lead, ids[1] as string)).at(-1)?.sentence).toMatch(/made it an ordinary item again/u);
});
