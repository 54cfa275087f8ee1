import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { findOwnName } from "@/prisma/factories/find-own-name.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelMind, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { setLocalServers } from "../../construct/set-local-servers.ts";
import { importItems } from "../../items/import-items.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { pauseEvaluation, resumeEvaluation } from "./control-evaluation.ts";
import { createEvaluation, type EvaluationRequest, estimateEvaluation } from "./create-evaluation.ts";
import { archiveEndpoint, createEndpoint, getCallTarget, listEndpoints, updateEndpoint } from "./endpoints.ts";
import { getEvaluation } from "./get-evaluations.ts";
import { askModels } from "./run-evaluation.ts";
import { evaluationJobKind } from "./store-evaluation.ts";

withTestDatabase();

const ownName = await findOwnName();

let projectId: string;
let actor: Actor;
const servers: ModelServer[] = [];

beforeAll(async () => {
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(mind: ModelMind, delayMs = 0): Promise<ModelServer> {
  const server = await startModelServer(mind, delayMs);
  servers.push(server);
  return server;
}

const settings = {
  model: "tiny",
  style: "chat",
  temperature: 0,
  reasoningEffort: null,
  maximumTokens: 100,
  seed: 1,
  system: "",
  extra: {},
  promptUsdPerMillion: 1,
  completionUsdPerMillion: 10,
  timeoutSeconds: 1,
  parallel: 4,
  perMinute: null,
};
/** What one call of the server costs: 1,000 tokens read and 20 written. */
const callUsd = 0.0012;

let named = 0;
async function endpoint(server: ModelServer, changes: object = {}): Promise<string> {
  named += 1;
  const { id } = await createEndpoint(actor, projectId, {
    name: `Model ${named}`,
    settings: { ...settings, url: server.url, ...changes },
    key: "sk-very-secret",
  });
  return id;
}

async function benchmark(rows: readonly object[]): Promise<string> {
  named += 1;
  async function* lines() {
    for (const row of rows) yield JSON.stringify(row);
  }
  const { benchmarkId } = await importItems({
    projectId,
    benchmarkName: `Benchmark ${named}`,
    fileName: "items.jsonl",
    lines: lines(),
    actorId: null,
  });
  return benchmarkId;
}

const statement = (number: number, changes: object = {}) => ({
  id: `item-${number}`,
  kind: "true-false",
  story: { id: `story-${number}`, text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  gold: number % 2 === 0,
  ...changes,
});
const statements = (count: number) => Array.from({ length: count }, (_, number) => statement(number));

const form = (changes: Partial<EvaluationRequest>): EvaluationRequest => ({
  endpoint: "",
  benchmark: "",
  source: "evaluation",
  kind: "true-false",
  levels: { prompt: ["human"], story: ["no-story"], questionOrder: ["true-false"] },
  answer: "text",
  shots: 0,
  seed: "1",
  repeats: 1,
  sample: null,
  priorFirst: false,
  study: null,
  limitUsd: null,
  ...changes,
});

const quick = { attempts: 3, timeoutMs: null, pauseMs: 1, maximumBytes: 1_000_000 };

/** Lets the job of an evaluation run to its end. */
async function work(): Promise<void> {
  while (await runNextJob({ [evaluationJobKind]: askModels(quick) }));
}

interface Stored {
  item: string;
  condition: string;
  answer: string | null;
  prompt: string;
  parity: string;
  rule: string | null;
  spans: number;
}

async function storedOf(evaluation: string): Promise<Stored[]> {
  const { rows } = await pool().query<Stored>(
    `SELECT item.external_id AS item, condition_key AS condition, answer_key AS answer, prompt, parity,
       reading_rule AS rule, jsonb_array_length(coalesce(answer -> 'spans', '[]')) AS spans
     FROM evaluation JOIN prediction ON prediction.run_id = evaluation.run_id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     WHERE evaluation.id = $1 ORDER BY item.ordinal, condition_key, repeat`,
    [evaluation],
  );
  return rows;
}

const page = async (id: string) => (await getEvaluation(actor, id))!;
const namesOf = (server: ModelServer) => server.requests.map(({ name, prompt }) => `${name}/${prompt}`);

describe("asking a model", () => {
  it("asks every condition of paper 003 once, through faults of every kind, and counts the cost exactly", async () => {
    const server = await serve(({ prompt }) => `Because of the story.\nAnswer: ${/number \d*[02468]\b/.test(prompt)}`);
    const { id } = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(server),
        benchmark: await benchmark(statements(12)),
        levels: {
          prompt: ["human", "simplified"],
          story: ["no-story", "story"],
          questionOrder: ["true-false", "false-true"],
        },
        repeats: 2,
      }),
    );
    server.faults.push("fail", "busy", "break-off", "nonsense", "stall", "fail", "busy");
    await work();
    // Repeating the story with the question changes no prompt, so two of the three factors are asked.
    const asked = 12 * 4 * 2;
    const stored = await storedOf(id);
    expect(stored).toHaveLength(asked);
    expect(stored.every(({ parity, answer }) => parity === "verified" && answer !== null)).toBe(true);
    expect(stored.filter(({ item, answer }) => answer === String(Number(item.slice(5)) % 2 === 0))).toHaveLength(asked);
    // 0 lost, 0 asked twice.
    expect(server.requests).toHaveLength(asked);
    expect(new Set(server.requests.map(({ name }) => name)).size).toBe(asked);
    expect(await page(id)).toMatchObject({ state: "done", total: asked, answered: asked, failed: 0, unparsed: 0 });
    expect((await page(id)).spentUsd).toBeCloseTo(asked * callUsd, 9);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(settings.parallel);
  });

  it("takes the answer from the probabilities of the first word, of chat and of base models", async () => {
    const mind: ModelMind = () => JSON.stringify({ " True": -0.4, TRUE: -3, False: -1.5, Yes: -5 });
    for (const style of ["chat", "completions"]) {
      const server = await serve(mind);
      const { id } = await createEvaluation(
        actor,
        form({
          endpoint: await endpoint(server, { style }),
          benchmark: await benchmark(statements(2)),
          answer: "candidates",
        }),
      );
      await work();
      expect((await storedOf(id)).map(({ answer }) => answer)).toEqual(["true", "true"]);
      const { rows } = await pool().query(
        "SELECT logprobs FROM prediction JOIN evaluation USING (run_id) WHERE evaluation.id = $1 LIMIT 1",
        [id],
      );
      expect(rows[0].logprobs).toEqual({ " True": -0.4, TRUE: -3, False: -1.5, Yes: -5 });
      expect(server.requests[0]?.body).toMatchObject({ max_tokens: 1 });
    }
  });

  it("compares the likelihoods of the answers with five examples whose stories it never asks about (paper 001)", async () => {
    const server = await serve(({ prompt }) => (prompt.endsWith(" True") ? "-2.5" : "-4.5"));
    const { id } = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(server, { style: "completions" }),
        benchmark: await benchmark(statements(9)),
        levels: { prompt: ["paper"] },
        answer: "likelihoods",
        shots: 5,
      }),
    );
    await work();
    const stored = await storedOf(id);
    expect(stored).toHaveLength(4);
    expect(stored.every(({ condition, answer }) => condition === "prompt=paper;shots=5" && answer === "true")).toBe(
      true,
    );
    for (const { prompt } of stored) {
      const shown = prompt.split("\n\n");
      expect(shown).toHaveLength(6);
      expect(shown.slice(0, 5).every((example) => /True or False\? (?:True|False)$/.test(example))).toBe(true);
      const numbers = shown.map((text) => /number (\d+)/.exec(text)?.[1]);
      expect(new Set(numbers).size).toBe(6);
      for (const example of numbers.slice(0, 5))
        expect(stored.map(({ item }) => item)).not.toContain(`item-${example}`);
    }
  });

  it("asks IKD under its ablations with quotes, and KNP in both orders (paper 002)", async () => {
    const text = "Ana locked the hut. Ben never learned the code. He typed the code at once.";
    const ikd = {
      id: "hut",
      kind: "consistency",
      story: { id: "hut", text },
      text: "Is there a logical error in this story?",
      attributes: { event_words: "9-15", knowledge_words: "4-9" },
      gold: { consistent: false, spans: [[9, 15]] },
    };
    const ablations = ["plain", "attention", "event", "event-knowledge", "event-knowledge-attention"];
    const found = await serve(
      () => 'Reasoning: nobody told him.\nLogical Error: "He typed the code at once."\nConclusion: Yes',
    );
    const one = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(found),
        benchmark: await benchmark([ikd]),
        kind: "consistency",
        levels: { prompt: ["ikd"], ablation: ablations },
      }),
    );
    await work();
    const located = await storedOf(one.id);
    expect(located.map(({ condition }) => condition)).toEqual(
      ablations.map((level) => `ablation=${level};prompt=ikd`).sort(),
    );
    expect(
      located.every(({ answer, spans, parity }) => answer === "error" && spans === 1 && parity === "verified"),
    ).toBe(true);

    const knp = {
      id: "ferry",
      kind: "two-choice",
      story: { id: "ferry", text: "Mira hid the ticket while Jon was below deck." },
      text: "What does Jon do next?",
      options: ["He looks in the drawer.", "He looks under the bench."],
      gold: 0,
    };
    const chosen = await serve(
      ({ prompt }) => `Reasoning: he did not see it.\nAnswer: ${prompt.includes("A. He looks in") ? "A" : "B"}`,
    );
    const two = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(chosen),
        benchmark: await benchmark([knp]),
        kind: "two-choice",
        levels: { prompt: ["knp"], optionOrder: ["0-1", "1-0"], ablation: ["plain", "attention"] },
      }),
    );
    await work();
    const answers = await storedOf(two.id);
    expect(answers).toHaveLength(4);
    expect(answers.every(({ answer, parity }) => answer === "option-0" && parity === "verified")).toBe(true);
  });

  it("asks both queries first without, then after the expressions of known facts alone (paper 004)", async () => {
    const query = (fact: string, role: string, gold: string) => ({
      id: `${fact}-${role}-${gold}`,
      kind: "yes-no",
      story: { id: `${fact}-${role}`, text: role === "prior" ? "" : `I believe that ${fact} lies in Norway.` },
      text: `Is ${gold === "yes" ? "Sweden" : "Norway"} the country of ${fact}?`,
      gold,
      attributes: { role, fact },
    });
    const rows = ["Lund", "Kiruna"].flatMap((fact) =>
      ["prior", "expression"].flatMap((role) => ["yes", "no"].map((gold) => query(fact, role, gold))),
    );
    // It knows where Lund is and follows any instruction; to every question about Kiruna it answers yes.
    const server = await serve(({ prompt }) => {
      if (prompt.includes("Kiruna")) return "Yes";
      return prompt.includes("I believe") === prompt.includes("Sweden") ? "No" : "Yes";
    });
    const { id } = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(server),
        benchmark: await benchmark(rows),
        kind: "yes-no",
        levels: { prompt: ["human"], answerOrder: ["yes-no"] },
        priorFirst: true,
      }),
    );
    await work();
    expect(await page(id)).toMatchObject({ state: "done", total: 8, answered: 6, skipped: 2 });
    expect(server.requests.slice(0, 4).every(({ prompt }) => !prompt.includes("I believe"))).toBe(true);
    expect(server.requests.slice(4).every(({ prompt }) => prompt.includes("Lund"))).toBe(true);
  });

  it("stops before the limit could be passed, and goes on when it is raised", async () => {
    const server = await serve(() => "True");
    const { id } = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(server, { maximumTokens: 20 }),
        benchmark: await benchmark(statements(30)),
        limitUsd: 0.0122,
      }),
    );
    await work();
    const stopped = await page(id);
    expect(stopped).toMatchObject({ state: "paused", reason: expect.stringContaining("limit of US$ 0.0122") });
    expect(stopped.answered).toBeGreaterThan(0);
    expect(stopped.spentUsd).toBeLessThanOrEqual(0.0122);
    await resumeEvaluation(actor, id, { limitUsd: 1, retriesFailed: false });
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 30 });
    expect(new Set(namesOf(server)).size).toBe(30);
    expect(server.requests).toHaveLength(30);
  });

  it("refuses a limit that nothing can be counted against, a plan that the endpoint cannot answer, and other projects", async () => {
    const server = await serve(() => "True");
    const items = await benchmark(statements(2));
    const free = await endpoint(server, { promptUsdPerMillion: null });
    await expect(
      createEvaluation(actor, form({ endpoint: free, benchmark: items, limitUsd: 1 })),
    ).rejects.toMatchObject({
      field: "limitUsd",
    });
    const chat = await endpoint(server);
    await expect(
      createEvaluation(actor, form({ endpoint: chat, benchmark: items, answer: "likelihoods" })),
    ).rejects.toMatchObject({ field: "answer" });
    await expect(
      createEvaluation(actor, form({ endpoint: chat, benchmark: items, levels: { prompt: ["knp"] } })),
    ).rejects.toMatchObject({ field: "conditions" });
    await expect(createEvaluation(actor, form({ endpoint: chat, benchmark: items, shots: 2 }))).rejects.toMatchObject({
      field: "shots",
    });
    const stranger = await makePerson({ projectId: (await makeProject()).id });
    await expect(createEvaluation(stranger.actor, form({ endpoint: chat, benchmark: items }))).rejects.toThrow();
    const { id } = await createEvaluation(actor, form({ endpoint: chat, benchmark: items }));
    expect(await getEvaluation(stranger.actor, id)).toBeNull();
    await expect(pauseEvaluation(stranger.actor, id)).rejects.toThrow();
    await work();
  });

  it("leaves out items without a mark that a condition highlights and names them, and asks selected items only", async () => {
    const server = await serve(() => "Conclusion: No");
    const hut = (id: string, attributes: object) => ({
      id,
      kind: "consistency",
      story: { id, text: "Ana locked the hut. Ben never learned the code. He typed the code at once." },
      text: "Is there a logical error in this story?",
      attributes,
      gold: { consistent: true, spans: [] },
    });
    const marks = { event_words: "9-15", knowledge_words: "4-9" };
    const items = await benchmark([
      hut("marked", { ...marks, genre: "kids" }),
      hut("bare", { genre: "kids" }),
      hut("event", { event_words: "9-15", genre: "mystery" }),
    ]);
    const chat = await endpoint(server);
    const chosen = (ablation: string[], selection = "") =>
      form({
        ...{ endpoint: chat, benchmark: items, kind: "consistency", source: `${ablation}/${selection}` },
        ...{ levels: { prompt: ["ikd"], ablation }, items: selection },
      });
    expect(await estimateEvaluation(actor, chosen(["plain", "event", "event-knowledge"]))).toMatchObject({
      questions: 6,
      leftOut: [
        { label: "ablation=event;prompt=ikd", of: 3, items: ["bare"] },
        { label: "ablation=event-knowledge;prompt=ikd", of: 3, items: ["bare", "event"] },
      ],
    });
    const { id } = await createEvaluation(actor, chosen(["plain", "event", "event-knowledge"]));
    await work();
    expect(await getEvaluation(actor, id)).toMatchObject({ total: 6, plan: { leftOut: [{ items: ["bare"] }, {}] } });

    const { id: kids } = await createEvaluation(actor, chosen(["event"], "genre = kids"));
    await work();
    expect(await getEvaluation(actor, kids)).toMatchObject({
      total: 1,
      plan: { items: { attributes: { genre: ["kids"] } }, leftOut: [{ items: ["bare"] }] },
    });
    expect(await estimateEvaluation(actor, chosen(["plain"], "id = bare, event"))).toMatchObject({ questions: 2 });
    for (const [selection, field, message] of [
      ["genre = romance", "items", "selects none"],
      ["kids", "items", "is not a selection"],
      ["id = bare", "conditions", "would exclude every item"],
    ] as const)
      await expect(estimateEvaluation(actor, chosen(["event"], selection))).rejects.toMatchObject({
        field,
        message: expect.stringContaining(message),
      });
  });

  it("pauses with the endpoint's own words when it refuses the key, loses nothing, and asks with the new key", async () => {
    const server = await serve(() => "True");
    const chosen = await endpoint(server);
    const { id } = await createEvaluation(
      actor,
      form({ endpoint: chosen, benchmark: await benchmark(statements(10)) }),
    );
    server.faults.push("refuse-key", "refuse-key", "refuse-key", "refuse-key");
    await work();
    expect(await page(id)).toMatchObject({ state: "paused", reason: expect.stringContaining("no such key") });
    const [{ name = "", settings: known } = {}] = (await listEndpoints(actor, projectId)).filter(
      (one) => one.id === chosen,
    );
    await updateEndpoint(actor, chosen, { name, settings: known, key: "sk-another" });
    await resumeEvaluation(actor, id, { retriesFailed: false });
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 10, failed: 0 });
  });

  it("keeps what failed with its reason and asks it again when told so", async () => {
    const server = await serve(() => "True");
    const { id } = await createEvaluation(
      actor,
      form({ endpoint: await endpoint(server, { parallel: 1 }), benchmark: await benchmark(statements(5)) }),
    );
    server.faults.push("fail", "fail", "fail");
    await work();
    expect(await page(id)).toMatchObject({
      state: "done",
      answered: 4,
      failed: 1,
      failures: [{ count: 1, reason: expect.stringContaining("out of order") }],
    });
    await resumeEvaluation(actor, id, { retriesFailed: true });
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 5, failed: 0, failures: [] });
  });

  it("goes on after its process and its endpoint were killed: nothing is lost, nothing is asked twice", async () => {
    const server = await serve(() => "False", 5);
    const { id } = await createEvaluation(
      actor,
      form({ endpoint: await endpoint(server, { parallel: 8 }), benchmark: await benchmark(statements(120)) }),
    );
    // A process that is gone: its job's lease ends while it seems to work on, and another takes the job over.
    const lost = runNextJob({ [evaluationJobKind]: askModels(quick) });
    await expect.poll(async () => (await page(id)).answered, { timeout: 120_000 }).toBeGreaterThan(10);
    await pool().query("UPDATE job SET lease_ends_at = lease_ends_at - interval '1 hour' WHERE kind = $1", [
      evaluationJobKind,
    ]);
    const taken = runNextJob({ [evaluationJobKind]: askModels({ ...quick, attempts: 200 }) });
    await expect.poll(async () => (await page(id)).answered, { timeout: 120_000 }).toBeGreaterThan(40);
    await server.stop();
    await server.restart();
    await Promise.all([lost, taken]);
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 120, failed: 0 });
    expect(await storedOf(id)).toHaveLength(120);
    expect(server.requests).toHaveLength(120);
  });

  it("hands its job back when its process is to end, and says nothing of a key anywhere", async () => {
    const server = await serve(() => "True", 5);
    const { id } = await createEvaluation(
      actor,
      form({ endpoint: await endpoint(server), benchmark: await benchmark(statements(60)) }),
    );
    const ending = new AbortController();
    const running = runNextJob({ [evaluationJobKind]: askModels(quick) }, ending.signal);
    await expect.poll(async () => (await page(id)).answered, { timeout: 120_000 }).toBeGreaterThan(4);
    ending.abort();
    await running;
    const { rows } = await pool().query("SELECT state::text, attempts FROM job WHERE dedupe_key = $1", [
      `evaluation:${id}`,
    ]);
    expect(rows).toEqual([{ state: "waiting", attempts: 0 }]);
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 60 });
    expect(server.requests).toHaveLength(60);
    const said = JSON.stringify([await page(id), await listEndpoints(actor, projectId)]);
    expect(said).not.toContain("sk-");
    const { rows: kept } = await pool().query(
      "SELECT count(*)::int AS n FROM audit_event WHERE before::text LIKE '%sk-very%' OR after::text LIKE '%sk-very%'",
    );
    expect(kept[0].n).toBe(0);
  });

  it("keeps its questions and examples whatever is imported while it runs", async () => {
    const server = await serve(() => "True");
    const rows = statements(8);
    const benchmarkId = await benchmark(rows);
    const { id } = await createEvaluation(
      actor,
      form({ endpoint: await endpoint(server, { parallel: 1 }), benchmark: benchmarkId, shots: 2 }),
    );
    server.faults.push("refuse-key");
    await work();
    async function* more() {
      for (const row of [statement(100), statement(101), ...rows]) yield JSON.stringify(row);
    }
    const { rows: names } = await pool().query("SELECT name FROM benchmark WHERE id = $1", [benchmarkId]);
    await importItems({
      projectId,
      benchmarkName: names[0].name,
      fileName: "more.jsonl",
      lines: more(),
      actorId: null,
    });
    await resumeEvaluation(actor, id, { retriesFailed: false });
    await work();
    const stored = await storedOf(id);
    expect(stored).toHaveLength(6);
    const shown = new Set(stored.map(({ prompt }) => prompt.split("\n\n").slice(0, 2).join()));
    expect(shown.size).toBe(1);
    for (const { item } of stored) expect([...shown][0]).not.toContain(`number ${item.slice(5)}.`);
  });

  it("counts the most that a call can cost where an endpoint does not say how much it was, and bears odd counts", async () => {
    const server = await serve(() => "True");
    for (const usage of [null, { prompt_tokens: 12.5, completion_tokens: -3 }]) {
      server.usage = usage;
      const { id } = await createEvaluation(
        actor,
        form({
          endpoint: await endpoint(server, { maximumTokens: 20 }),
          benchmark: await benchmark(statements(30)),
          limitUsd: 0.01,
        }),
      );
      await work();
      const { state, spentUsd, answered } = await page(id);
      expect(state).toBe("paused");
      expect(answered).toBeGreaterThan(0);
      expect(spentUsd).toBeGreaterThan(answered * 20 * 10e-6);
      expect(spentUsd).toBeLessThanOrEqual(0.01);
    }
  });

  it("decides anew about facts that were left out because a question about them had failed", async () => {
    const query = (role: string, gold: string) => ({
      id: `${role}-${gold}`,
      kind: "yes-no",
      story: { id: role, text: role === "prior" ? "" : "I believe that Lund lies in Norway." },
      text: `Is ${gold === "yes" ? "Sweden" : "Norway"} the country of Lund?`,
      gold,
      attributes: { role, fact: "Lund" },
    });
    const rows = ["prior", "expression"].flatMap((role) => ["yes", "no"].map((gold) => query(role, gold)));
    const server = await serve(({ prompt }) => (prompt.includes("Sweden") ? "Yes" : "No"));
    const { id } = await createEvaluation(
      actor,
      form({
        endpoint: await endpoint(server, { parallel: 1 }),
        benchmark: await benchmark(rows),
        kind: "yes-no",
        levels: { prompt: ["human"] },
        priorFirst: true,
      }),
    );
    server.faults.push("fail", "fail", "fail");
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 1, failed: 1, skipped: 2 });
    await resumeEvaluation(actor, id, { retriesFailed: true });
    await work();
    expect(await page(id)).toMatchObject({ state: "done", answered: 4, failed: 0, skipped: 0 });
  });

  it("lets those name this server's own network who manage the project, and nobody else", async () => {
    const server = await serve(() => "True");
    const { actor: researcher } = await makePerson({ projectId });
    const named = { name: "Next door", settings: { ...settings, url: server.url } };
    await expect(createEndpoint(researcher, projectId, named)).rejects.toMatchObject({ field: "url" });
    const { id } = await createEndpoint(actor, projectId, named);
    const stored = (await listEndpoints(actor, projectId)).find((one) => one.id === id)!.settings;
    // The researcher may set a price, but point it at no other machine of the network.
    await updateEndpoint(researcher, id, { ...named, settings: { ...named.settings, parallel: 2 } });
    const elsewhere = { ...named, settings: { ...named.settings, url: "http://10.0.0.7/v1" } };
    await expect(updateEndpoint(researcher, id, elsewhere)).rejects.toMatchObject({ field: "url" });
    expect(await getCallTarget(id, stored)).toMatchObject({ reach: "network" });
    await updateEndpoint(researcher, id, { ...named, settings: { ...named.settings, url: "https://example.org/v1" } });
    expect(await getCallTarget(id, { ...stored, url: "https://example.org/v1" })).toMatchObject({ reach: "public" });
  });

  it("lets everyone call the local servers that an admin has listed, and no others", async () => {
    const server = await serve(() => "True");
    const decided = process.env.PARALLAX_PRIVATE_ENDPOINTS;
    delete process.env.PARALLAX_PRIVATE_ENDPOINTS;
    try {
      const { actor: researcher } = await makePerson({ projectId });
      const named = { name: "Listed", settings: { ...settings, url: server.url } };
      for (const one of [actor, researcher])
        await expect(createEndpoint(one, projectId, named)).rejects.toMatchObject({
          field: "url",
          message: expect.stringContaining("/research/admin/settings"),
        });
      const list = new URL(server.url).host;
      const owner = { ...actor, isOwner: true };
      await expect(setLocalServers(researcher, projectId, list)).rejects.toMatchObject({ code: "not-found" });
      await setLocalServers(owner, projectId, list);
      const { id } = await createEndpoint(researcher, projectId, named);
      expect(
        await getCallTarget(id, (await listEndpoints(actor, projectId)).find((one) => one.id === id)!.settings),
      ).toEqual(expect.objectContaining({ reach: { localServers: [list] } }));
      // A server that is no longer listed is not called.
      await setLocalServers(owner, projectId, "");
      await expect(updateEndpoint(researcher, id, named)).rejects.toMatchObject({ field: "url" });
      const audited = await pool().query(
        "SELECT before, after FROM audit_event WHERE action = 'installation.set-local-servers' ORDER BY id",
      );
      expect(audited.rows).toEqual([
        { before: { servers: [] }, after: { servers: [list] } },
        { before: { servers: [list] }, after: { servers: [] } },
      ]);
      process.env.PARALLAX_PRIVATE_ENDPOINTS = "refuse";
      await expect(setLocalServers(owner, projectId, list)).rejects.toMatchObject({ field: "servers" });
    } finally {
      process.env.PARALLAX_PRIVATE_ENDPOINTS = decided;
    }
  });

  it.skipIf(!ownName)(
    "calls no server whose name was accepted and leads to this server's own network then",
    async () => {
      const server = await serve(() => "True");
      const decided = process.env.PARALLAX_PRIVATE_ENDPOINTS;
      try {
        for (const policy of [undefined, "refuse"]) {
          if (policy === undefined) delete process.env.PARALLAX_PRIVATE_ENDPOINTS;
          else process.env.PARALLAX_PRIVATE_ENDPOINTS = policy;
          const chosen = await endpoint(server, { url: server.url.replace("127.0.0.1", ownName ?? "") });
          const { id } = await createEvaluation(
            actor,
            form({ endpoint: chosen, benchmark: await benchmark(statements(3)) }),
          );
          await work();
          expect(await page(id)).toMatchObject({ answered: 0, reason: expect.stringContaining("own network") });
        }
      } finally {
        process.env.PARALLAX_PRIVATE_ENDPOINTS = decided;
      }
      expect(server.requests).toEqual([]);
    },
  );

  it("offers an endpoint that was taken out of the choice last, until it is put back by somebody who may", async () => {
    const server = await serve(() => "True");
    const [first, second] = [await endpoint(server), await endpoint(server)];
    const shown = async () =>
      (await listEndpoints(actor, projectId)).flatMap(({ id, isArchived }) =>
        [first, second].includes(id) ? [[id, isArchived]] : [],
      );
    await archiveEndpoint(actor, first, true);
    await archiveEndpoint(actor, first, true);
    expect(await shown()).toEqual([
      [second, false],
      [first, true],
    ]);
    const { actor: viewer } = await makePerson({ projectId, role: "viewer" });
    await expect(archiveEndpoint(viewer, first, false)).rejects.toMatchObject({ code: "not-found" });
    await archiveEndpoint(actor, first, false);
    expect((await shown()).map(([, isArchived]) => isArchived)).toEqual([false, false]);
  });

  it("says beforehand what it will ask and cost", async () => {
    const server = await serve(() => "True");
    const chosen = form({ endpoint: await endpoint(server), benchmark: await benchmark(statements(10)), repeats: 3 });
    const estimate = await estimateEvaluation(actor, chosen);
    expect(estimate.questions).toBe(30);
    expect(estimate.atMostUsd).toBeCloseTo((estimate.promptTokens + 30 * 100 * 10) / 1e6, 9);
    expect(await estimateEvaluation(actor, { ...chosen, sample: 4 })).toMatchObject({ questions: 12 });
    expect(server.requests).toHaveLength(0);
  });
});
