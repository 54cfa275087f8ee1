import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { type ChatReply, type ChatServer, fails, says, startChatServer } from "@/prisma/factories/chat-server.ts";
import { type MadeCollection, makeCollection, saveText } from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { setSetting } from "../../platform/settings/setting.ts";
import { claimNextTask } from "../work/next-task.ts";
import { listCandidates } from "./list-candidates.ts";
import { createCandidateHandler } from "./make-candidate.ts";
import { requestCandidate } from "./request-candidate.ts";

withTestDatabase();

/** The originals of the collection, retold: the response of a model that follows its instructions. */
const retold =
  "Only the keeper knew that the chest at the harbour stood empty. In the morning somebody walked down to the pier and opened it, hoping for coins. The boats came home with fish, and the bells rang over the quay.";

const limits = { attempts: 2, timeoutMs: 2_000, pauseMs: 1, maximumBytes: 100_000 };
let server: ChatServer | undefined;

afterEach(async () => {
  delete process.env.PARALLAX_LLM_URL;
  delete process.env.PARALLAX_LLM_MODEL;
  await server?.stop();
});

async function connect(replies: readonly ChatReply[]): Promise<void> {
  server = await startChatServer(replies);
  process.env.PARALLAX_LLM_URL = server.url;
  process.env.PARALLAX_LLM_MODEL = "small";
}

describe("texts that a model writes for an item", () => {
  let collection: MadeCollection;
  let annotator: Actor;
  let task: TaskPayload;
  beforeAll(async () => {
    collection = await makeCollection();
    annotator = (await makePerson({ projectId: collection.projectId, role: "annotator" })).actor;
    const next = await claimNextTask(annotator, { collectionId: collection.id });
    if (!next.task) throw new Error("there is no task");
    task = next.task;
  });

  it("are refused, with what is missing, while no endpoint is connected", async () => {
    await expect(requestCandidate(annotator, task.task.id, { step: "summarise" })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect((await listCandidates(annotator, task.task.id)).unavailable).toContain("PARALLAX_LLM_URL");
  });

  it("are kept with prompt, model, seed and diff, and every request is counted", async () => {
    await connect([fails(500), says(retold)]);
    const { jobId } = await requestCandidate(annotator, task.task.id, { step: "summarise", remark: "shorter" });
    expect((await listCandidates(annotator, task.task.id)).jobs).toMatchObject([{ id: jobId, state: "waiting" }]);
    await runNextJob({ candidate: createCandidateHandler(limits) });
    const { candidates, jobs, unavailable } = await listCandidates(annotator, task.task.id);
    expect({ jobs, unavailable }).toEqual({ jobs: [], unavailable: null });
    expect(candidates).toMatchObject([
      {
        step: "summarise",
        model: "small-0001",
        tokens: { prompt: 1000, completion: 200 },
        prompt: { id: "summarise@1" },
      },
    ]);
    expect(candidates[0]?.seed).toBe(server?.requests[0]?.body.seed);
    expect(candidates[0]?.diff?.added).toBeGreaterThan(0);
    const calls = await pool().query("SELECT outcome FROM construct_call WHERE job_id = $1 ORDER BY at", [jobId]);
    expect(calls.rows).toEqual([{ outcome: "http-500" }, { outcome: "ok" }]);
  });

  it("are kept as they came where they are no story, and give nothing to take over", async () => {
    const other = "A captain sold his boat and bought a farm.";
    await connect([says(other)]);
    await requestCandidate(annotator, task.task.id, { step: "summarise" });
    await runNextJob({ candidate: createCandidateHandler(limits) });
    const [newest] = (await listCandidates(annotator, task.task.id)).candidates;
    expect(newest).toMatchObject({
      document: null,
      diff: null,
      problems: [expect.stringContaining("words where at least"), expect.stringContaining("something else")],
    });
  });

  it("say why they failed, and stay so", async () => {
    await connect([fails(401)]);
    const { jobId } = await requestCandidate(annotator, task.task.id, { step: "summarise" });
    await runNextJob({ candidate: createCandidateHandler(limits) });
    const { jobs } = await listCandidates(annotator, task.task.id);
    expect(jobs).toMatchObject([
      { id: jobId, state: "dead", message: "The endpoint refused the key (status 401): “no”" },
    ]);
  });

  it("are written one at a time, however often somebody clicks at once", async () => {
    await connect([says(retold)]);
    const asked = await Promise.allSettled(
      Array.from({ length: 25 }, () => requestCandidate(annotator, task.task.id, { step: "summarise" })),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of asked) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    await runNextJob({ candidate: createCandidateHandler(limits) });
    await requestCandidate(annotator, task.task.id, { step: "summarise" });
    await runNextJob({ candidate: createCandidateHandler(limits) });
    expect((await listCandidates(annotator, task.task.id)).candidates).toHaveLength(4);
  });

  it("have a limit per item, and one per day with the time until the oldest request is a day old", async () => {
    const ask = () => requestCandidate(annotator, task.task.id, { step: "summarise" });
    await connect([says(retold)]);
    await setSetting("construction-caps", { perBatch: 1, perDay: 1_000, perItem: 1 });
    await expect(ask()).rejects.toMatchObject({ code: "conflict" });
    await setSetting("construction-caps", { perBatch: 1, perDay: 1, perItem: 30 });
    const refusal = await ask().catch((error) => error);
    expect(refusal).toMatchObject({ code: "too-many", status: 429 });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(23 * 3_600);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(24 * 3_600);
    await pool().query("DELETE FROM setting WHERE key = 'construction-caps'");
  });

  it("are not for somebody who does not hold the task, and not there for a stranger", async () => {
    await connect([says("x")]);
    const other = (await makePerson({ projectId: collection.projectId, role: "annotator" })).actor;
    await expect(requestCandidate(other, task.task.id, { step: "summarise" })).rejects.toMatchObject({
      code: "conflict",
    });
    const stranger = (await makePerson({})).actor;
    await expect(requestCandidate(stranger, task.task.id, { step: "summarise" })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(listCandidates(stranger, task.task.id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("may be options alone, for the question as its annotator has it now", async () => {
    const items: KsteItem[] = [
      {
        ...{ id: "qa_1", kind: "knp", genre: "mystery", sourceId: null, provenance: null, extra: {} },
        story: "Mira hid the key under the step. In the evening Jonas came home and found the door shut.",
        character: "Jonas",
        implausibleKnowledge: "Mira hid the key under the step.",
        question: "What does Jonas do?",
        answerWithoutKnowledge: "He knocks at the neighbours’ door.",
        answerWithKnowledge: "He looks under the step.",
        knowledgeExplanation: null,
        explanation: null,
      },
    ];
    const own = await makeCollection({ items });
    const person = await own.annotator();
    const { task: question } = await claimNextTask(person, { collectionId: own.id });
    if (question?.document.kind !== "knp") throw new Error("there is no question");
    await saveText(person, question, { ...question.document, question: "What does Jonas do first?" });
    const options =
      "<response><answer_without_knowledge>He rings twice.</answer_without_knowledge><answer_with_knowledge>He lifts the step.</answer_with_knowledge></response>";
    await connect([says(options), says("I cannot help with that.")]);
    const ask = async () => {
      await requestCandidate(person, question.task.id, { step: "next-options" });
      await runNextJob({ candidate: createCandidateHandler(limits) });
      return (await listCandidates(person, question.task.id)).candidates[0];
    };
    const made = await ask();
    expect(made).toMatchObject({
      prompt: { id: "next-options@1", user: expect.stringContaining("What does Jonas do first?") },
      document: {
        story: items[0]?.story,
        question: "What does Jonas do first?",
        answerWithoutKnowledge: "He rings twice.",
        answerWithKnowledge: "He lifts the step.",
      },
      diff: { added: 0, removed: 0 },
    });
    expect(await ask()).toMatchObject({ document: null, problems: ["The model refused."] });
    await expect(requestCandidate(annotator, task.task.id, { step: "next-options" })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});
