import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { ConstructionRequest } from "@/lib/domain/annotation/construction.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storySource } from "@/lib/domain/stories/items/story-source.ts";
import {
  breaksOff,
  type ChatReply,
  type ChatServer,
  fails,
  says,
  startChatServer,
} from "@/prisma/factories/chat-server.ts";
import { constructs } from "@/prisma/factories/constructing-model.ts";
import { giveVerdict, makeCollection } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readConstructionCaps, saveConstructionCaps } from "../../construct/caps.ts";
import { setEndpoint } from "../../construct/endpoint.ts";
import { chatLimits } from "../../model-client/post-json.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { takeLease } from "../claim/take-lease.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { getItem } from "../items/get-item.ts";
import { getItemHistory } from "../items/item-history.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { claimNextTask } from "../work/next-task.ts";
import { submitVerdict } from "../work/submit-verdict.ts";
import { createConstructItemHandler } from "./construct-item.ts";
import { constructItems } from "./construct-items.ts";
import { listPrompts, publishPrompt } from "./construct-prompts.ts";
import { listConstructions } from "./list-constructions.ts";
import { retryConstruction, stopConstruction } from "./move-construction.ts";
import { replaceItems, replaceTaskItem } from "./replace-item.ts";

withTestDatabase();

const limits = { ...chatLimits, attempts: 2, pauseMs: 1, timeoutMs: 2_000 };
const handlers = { "construct-item": createConstructItemHandler(limits) };

let server: ChatServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** A collection without items in an installation that is connected to a local server with these responses. */
async function prepared(replies: readonly ChatReply[], pairs = 0) {
  const collection = await makeCollection({ pairs, settings: { overlap: 2 } });
  server = await startChatServer(replies);
  const { actor: admin } = await makePerson({ projectId: collection.projectId, role: "admin", isOwner: true });
  await setEndpoint(admin, collection.projectId, {
    url: server.url,
    model: "small",
    key: "sk-secret",
    promptUsdPerMillion: 1,
    completionUsdPerMillion: 10,
  });
  return collection;
}

const mill =
  "Mira hid the spare key of the mill under the third step while nobody was near. Then she left for the coast with her brother, and the wheel turned slowly.";
const lighthouse =
  "The keeper buried a lantern behind the lighthouse before the storm. Then he rowed to the island for bread, and the waves beat against the cliff.";

const usual = {
  erroneous: 1,
  questions: 1,
  knowledgeTypes: ["distant-events", "private-thoughts"],
  budgetUsd: null,
} satisfies Partial<ConstructionRequest>;
const stories: ConstructionRequest = {
  from: "stories",
  text: `${mill}\n\n---\n\n${lighthouse}`,
  genre: "mystery",
  summarise: true,
  ...usual,
};

/** Runs all due jobs until none is left; delays between attempts are skipped. */
async function runAll(): Promise<void> {
  while (await runNextJob(handlers)) {
    await pool().query(
      "UPDATE job SET run_after = clock_timestamp() WHERE state = 'waiting' AND run_after <> 'infinity'",
    );
  }
}

describe("making items with a model", () => {
  it("is refused, with what is missing, while no endpoint is connected", async () => {
    const collection = await makeCollection();
    await expect(constructItems(collection.researcher, collection.id, stories)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("PARALLAX_LLM_URL"),
    });
  });

  it("goes from a story to a summary, an erroneous story and a question, all linked and all on record", async () => {
    const collection = await prepared([constructs]);
    const { planned } = await constructItems(collection.researcher, collection.id, stories);
    expect(planned).toBe(6);
    await runAll();
    const { items } = await listItems(collection.researcher, collection.id, { after: 0 });
    expect(items.map(({ externalId, kind, groupKey }) => [externalId, kind, groupKey]).sort()).toEqual([
      ["erroneous_story_made-1", "error", "story_made-1"],
      ["erroneous_story_made-2", "error", "story_made-2"],
      ["qa_made-1", "knp", "story_made-1"],
      ["qa_made-2", "knp", "story_made-2"],
      ["story_made-1", "original", "story_made-1"],
      ["story_made-2", "original", "story_made-2"],
    ]);
    // Types of knowledge are used in rotation: two erroneous stories and two questions, two types.
    expect(items.flatMap(({ knowledgeType }) => knowledgeType ?? []).sort()).toEqual([
      "distant-events",
      "distant-events",
      "private-thoughts",
      "private-thoughts",
    ]);
    expect(items.every(({ copies, findings }) => copies === 2 && findings === 0)).toBe(true);
    const made = await getItem(collection.researcher, items.find(({ kind }) => kind === "error")?.id as string);
    expect(made.imported).toMatchObject({
      originalEvent: expect.any(String),
      knowledgeExplanation: expect.any(String),
      modifiedExplanation: expect.any(String),
      provenance: { model: "small-0001", prompt: "erroneous-story@1", seed: expect.any(Number), costUsd: 0.003 },
    });
    const trail = await getItemHistory(collection.researcher, made.id);
    expect(trail.map(({ raw }) => raw[0]?.event)).toEqual(["generated", "imported", "candidate"]);
    const [batch] = await listConstructions(collection.researcher, collection.id);
    expect(batch).toMatchObject({ planned: 6, made: 6, failed: 0, left: 0, calls: 6, models: ["small"] });
    expect(batch?.costUsd).toBeCloseTo(6 * 0.003, 10);
    expect(batch?.endedAt).not.toBeNull();
    // New items are available to annotators immediately.
    expect((await claimNextTask(await collection.annotator(), { collectionId: collection.id })).task).not.toBeNull();
  });

  it("lets a few requests go at a time, and each that ends lets the next one go", async () => {
    const collection = await prepared([constructs], 6);
    await constructItems(collection.researcher, collection.id, {
      from: "originals",
      which: "all",
      most: 6,
      summarise: false,
      ...usual,
    });
    const due = async () =>
      (await pool().query("SELECT count(*)::int AS n FROM job WHERE state = 'waiting' AND run_after <> 'infinity'"))
        .rows[0].n;
    expect(await due()).toBe(2);
    await runNextJob(handlers);
    expect(await due()).toBe(2);
    await runAll();
    const { items } = await listItems(collection.researcher, collection.id, { kind: "error", after: 0 });
    expect(items.map(({ externalId }) => externalId)).toContain("erroneous_story_3-made");
    expect(items).toHaveLength(12);
  });

  it("starts from originals that lack something, and keeps a retold original as a text beside it", async () => {
    const collection = await prepared([constructs], 2);
    const from = { from: "originals", which: "without", most: 50, ...usual } as const;
    const { planned } = await constructItems(collection.researcher, collection.id, {
      ...from,
      summarise: true,
      erroneous: 0,
    });
    expect(planned).toBe(4);
    await runAll();
    const { items } = await listItems(collection.researcher, collection.id, { after: 0 });
    expect(items.filter(({ kind }) => kind === "knp")).toHaveLength(2);
    expect(items.filter(({ kind }) => kind === "original")).toHaveLength(2);
    const candidates = await pool().query(
      `SELECT count(*)::int AS n FROM annotation_candidate AS candidate JOIN annotation_item AS item ON item.id = candidate.item_id
       WHERE candidate.step = 'summarise' AND item.collection_id = $1`,
      [collection.id],
    );
    expect(candidates.rows[0].n).toBe(2);
    await expect(
      constructItems(collection.researcher, collection.id, { ...from, summarise: false, erroneous: 0 }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("bears faults of the endpoint: tries again what may pass, and says what will not", async () => {
    const collection = await prepared([fails(503), breaksOff, fails(429, { "retry-after": "0" }), constructs]);
    const one = { ...stories, text: mill, questions: 0 } as const;
    await constructItems(collection.researcher, collection.id, one);
    await runAll();
    expect((await listConstructions(collection.researcher, collection.id))[0]).toMatchObject({
      planned: 2,
      made: 2,
      failed: 0,
      calls: 5,
      failedCalls: 3,
    });
    await server?.stop();
    server = await startChatServer([fails(401)]);
    await pool().query(
      "UPDATE setting SET value = jsonb_set(value, '{url}', to_jsonb($1::text)) WHERE key = 'llm-endpoint'",
      [server.url],
    );
    const { batchId } = await constructItems(collection.researcher, collection.id, one);
    await runAll();
    const [refused] = await listConstructions(collection.researcher, collection.id);
    expect(refused).toMatchObject({
      batchId,
      made: 0,
      failed: 1,
      left: 0,
      failures: [{ step: "summarise", message: "The endpoint refused the key (status 401): “no”" }],
    });
  });

  it("asks again with another seed when an answer cannot be read, keeps the last one, and goes on when told to", async () => {
    const collection = await prepared([says("I would rather not."), says("Sorry."), says("No."), constructs], 1);
    const { batchId } = await constructItems(collection.researcher, collection.id, {
      from: "originals",
      which: "all",
      most: 1,
      summarise: false,
      ...usual,
      questions: 0,
    });
    await runAll();
    const seeds = server?.requests.map(({ body }) => body.seed as number) ?? [];
    expect(new Set(seeds).size).toBe(3);
    const [batch] = await listConstructions(collection.researcher, collection.id);
    expect(batch).toMatchObject({ made: 0, failed: 1, failures: [{ output: "No.", from: "story_1" }] });
    expect(await retryConstruction(collection.researcher, batchId)).toBe(1);
    await runAll();
    expect((await listConstructions(collection.researcher, collection.id))[0]).toMatchObject({ made: 1, failed: 0 });
  });

  it("never takes a refusal or another story for what was asked, however short the source is", async () => {
    const other = "A captain sold his boat in the harbour. The crew went to the market for apples and salt.";
    const collection = await prepared([
      says("I'm sorry, but I can't help with this story."),
      says(other),
      says("Mira."),
    ]);
    await constructItems(collection.researcher, collection.id, { ...stories, text: mill, erroneous: 0, questions: 0 });
    await runAll();
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    expect(items).toEqual([]);
    const [batch] = await listConstructions(collection.researcher, collection.id);
    expect(batch).toMatchObject({
      made: 0,
      failed: 1,
      calls: 3,
      failures: [{ step: "summarise", output: "Mira.", message: expect.stringContaining("1 word where at least") }],
    });
  });

  it("refuses a limit of cost without prices instead of ignoring it", async () => {
    const collection = await prepared([constructs], 1);
    const { actor: admin } = await makePerson({ projectId: collection.projectId, role: "admin", isOwner: true });
    const { url } = server as ChatServer;
    const unpriced = { promptUsdPerMillion: null, completionUsdPerMillion: 10 };
    await setEndpoint(admin, collection.projectId, { url, model: "small", ...unpriced });
    await expect(
      constructItems(collection.researcher, collection.id, { ...stories, budgetUsd: 1 }),
    ).rejects.toMatchObject({ code: "invalid", field: "budgetUsd" });
    await constructItems(collection.researcher, collection.id, { ...stories, budgetUsd: null });
  });

  it("keeps where a story comes from, with all that is made from it", async () => {
    const collection = await prepared([constructs]);
    const source = { title: "Tales", licence: "CC BY 4.0" };
    const text = `Title: The Mill\nAuthor: A. Miller\nURL: https://example.org/mill\n\n${mill}`;
    await constructItems(collection.researcher, collection.id, { ...stories, text, source });
    await runAll();
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({}));
    const wanted = {
      title: "The Mill",
      author: "A. Miller",
      address: "https://example.org/mill",
      licence: "CC BY 4.0",
    };
    expect(items).toHaveLength(3);
    for (const { id } of items) {
      expect(storySource((await getItem(collection.researcher, id)).imported)).toEqual(wanted);
    }
    const exported = async (format: "jsonl" | "csv" | "zip" | "hf") => {
      const { stream } = await openCollectionExport(collection.researcher, collection.id, { format, which: "all" });
      return buffer(stream);
    };
    const lines = (await exported("jsonl")).toString().trim().split("\n");
    for (const line of lines) expect(JSON.parse(line).provenance.source).toEqual(wanted);
    expect(
      (await exported("csv")).toString().match(/The Mill,A\. Miller,https:\/\/example\.org\/mill,CC BY 4\.0/gu),
    ).toHaveLength(3);
    // Names of entries are stored uncompressed in a zip.
    expect((await exported("zip")).includes("sources.jsonl")).toBe(true);
    expect((await exported("hf")).includes("README.md")).toBe(true);
  });

  it("asks in the project's own words, version by version, and stamps each item with them", async () => {
    const collection = await prepared([constructs]);
    const { researcher, id } = collection;
    const template = { system: "You condense stories.", user: "Retell this: {story}" };
    const step = "summarise";
    await expect(
      publishPrompt(researcher, id, { step, template: { ...template, user: "Retell." }, note: "" }),
    ).rejects.toMatchObject({ code: "invalid", field: "user" });
    await expect(publishPrompt(await collection.annotator(), id, { step, template, note: "" })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(await publishPrompt(researcher, id, { step, template, note: "Short." })).toEqual({ id: "own/summarise@1" });
    await expect(publishPrompt(researcher, id, { step, template, note: "" })).rejects.toMatchObject({
      code: "conflict",
    });
    const one: ConstructionRequest = { ...stories, text: mill, erroneous: 0, questions: 0 };
    await constructItems(researcher, id, one);
    await runAll();
    expect(await publishPrompt(researcher, id, { step, template: null, note: "" })).toEqual({ id: "summarise@1" });
    await constructItems(researcher, id, one);
    await runAll();
    expect(server?.requests[0]?.body.messages).toEqual([
      { role: "system", content: "You condense stories." },
      { role: "user", content: `Retell this: ${mill}` },
    ]);
    const { rows } = await pool().query(
      "SELECT imported->'provenance'->>'prompt' AS prompt FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal",
      [id],
    );
    expect(rows).toEqual([{ prompt: "own/summarise@1" }, { prompt: "summarise@1" }]);
    const [summarise] = await listPrompts(researcher, id);
    expect(summarise).toMatchObject({ id: "summarise@1", isOwn: false, history: [{ version: 2 }, { version: 1 }] });
  });

  it("replaces an unusable item from the same original, once, with one request", async () => {
    const collection = await prepared([constructs], 1);
    const annotator = await collection.annotator();
    const other = await collection.annotator();
    const first = (await claimNextTask(annotator, { collectionId: collection.id })).task as TaskPayload;
    const { next } = await giveVerdict(annotator, first, "sound");
    const task = next as TaskPayload;
    const { fence } = (await takeLease(annotator, task.task.id)) as { fence: number };
    const ask = () => replaceTaskItem(annotator, task.task.id);
    await expect(ask()).rejects.toMatchObject({ code: "conflict" });
    await submitVerdict(annotator, task.task.id, {
      ...{ revisionId: null, verdict: "irreparable", checklist: {}, dismissals: [], activeMs: 0 },
      fence,
      reason: "It makes no sense.",
    });
    await expect(replaceTaskItem(other, task.task.id)).rejects.toMatchObject({ code: "conflict" });
    const asked = await Promise.allSettled([ask(), ask(), ask()]);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await runAll();
    await expect(ask()).rejects.toMatchObject({ message: "A replacement was already requested." });
    const { items } = await listItems(collection.researcher, collection.id, itemListQuery.parse({ kind: "error" }));
    expect(items.map(({ externalId, groupKey }) => [externalId, groupKey])).toEqual([
      ["erroneous_story_1", "story_1"],
      ["erroneous_story_1-made", "story_1"],
    ]);
    const made = await getItem(collection.researcher, items[1]?.id as string);
    expect(made.imported.provenance).toMatchObject({ replaces: "erroneous_story_1", step: "erroneous-story" });
    const usable = items[1]?.id as string;
    expect(await replaceItems(collection.researcher, collection.id, [usable])).toMatchObject({ changed: 0, left: 1 });
  });

  it("makes one item of a job that ran twice, and stops at the budget or when told to", async () => {
    const collection = await prepared([constructs], 1);
    const request: ConstructionRequest = {
      from: "originals",
      which: "all",
      most: 1,
      summarise: false,
      ...usual,
      erroneous: 4,
      questions: 0,
      budgetUsd: 0.003,
    };
    await constructItems(collection.researcher, collection.id, request);
    await runNextJob(handlers);
    await pool().query("UPDATE job SET state = 'waiting' WHERE state = 'done'");
    await runAll();
    const [batch] = await listConstructions(collection.researcher, collection.id);
    expect(batch).toMatchObject({ made: 1, failed: 3, calls: 1 });
    expect(batch?.failures[0]?.message).toBe("The cost limit of 0.003 USD is reached.");
    const { batchId } = await constructItems(collection.researcher, collection.id, { ...request, budgetUsd: null });
    expect(await stopConstruction(collection.researcher, batchId)).toBe(4);
    await runAll();
    expect((await listConstructions(collection.researcher, collection.id))[0]).toMatchObject({ made: 0, failed: 4 });
  });

  it("asks for no more than its limits, and is not there for annotators and strangers", async () => {
    const collection = await prepared([constructs], 2);
    const { actor: stranger } = await makePerson({});
    const request: ConstructionRequest = {
      from: "originals",
      which: "all",
      most: 2,
      summarise: false,
      ...usual,
      erroneous: 4,
    };
    const { actor: admin } = await makePerson({ projectId: collection.projectId, role: "admin", isOwner: true });
    await expect(saveConstructionCaps(collection.researcher, collection.projectId, {})).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(saveConstructionCaps(admin, collection.projectId, { perBatch: 0 })).rejects.toMatchObject({
      field: "perBatch",
    });
    expect(await readConstructionCaps()).toEqual({ perBatch: 200, perDay: 1_000, perItem: 30 });
    await saveConstructionCaps(admin, collection.projectId, { perBatch: 9, perDay: 2, perItem: 1 });
    await expect(constructItems(collection.researcher, collection.id, request)).rejects.toMatchObject({
      code: "invalid",
      field: "erroneous",
    });
    const less = { ...request, erroneous: 3 };
    const { batchId: large, planned } = await constructItems(collection.researcher, collection.id, less);
    expect(planned).toBe(8);
    await runAll();
    expect((await listConstructions(collection.researcher, collection.id))[0]).toMatchObject({
      batchId: large,
      made: 2,
      failures: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining("daily limit of model requests") }),
      ]),
    });
    for (const actor of [stranger, await collection.annotator()]) {
      await expect(constructItems(actor, collection.id, stories)).rejects.toMatchObject({ code: "not-found" });
      await expect(listConstructions(actor, collection.id)).rejects.toMatchObject({ code: "not-found" });
    }
    const { batchId } = await constructItems(collection.researcher, collection.id, stories);
    expect(await stopConstruction(stranger, batchId)).toBe(0);
    expect(await stopConstruction(collection.researcher, batchId)).toBe(2);
  });
});
