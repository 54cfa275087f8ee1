import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { importItems } from "../../items/import-items.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { createEvaluation } from "./create-evaluation.ts";
import { createEndpoint } from "./endpoints.ts";
import { getEvaluation } from "./get-evaluations.ts";
import { askModels } from "./run-evaluation.ts";
import { evaluationJobKind } from "./store-evaluation.ts";

withTestDatabase();

let projectId: string;
let actor: Actor;
let server: ModelServer | null = null;

beforeAll(async () => {
  ({ id: projectId } = await makeProject());
  ({ actor } = await makePerson({ projectId, role: "admin" }));
});
afterEach(async () => {
  await server?.stop();
  server = null;
});

/** What one call of the server costs: 1,000 tokens read and 20 written. */
const callUsd = 0.0012;
const quick = { attempts: 200, timeoutMs: null, pauseMs: 1, maximumBytes: 1_000_000 };
const handlers = { [evaluationJobKind]: askModels(quick) };

const many = <Row>(count: number, row: (number: number) => Row) =>
  Array.from({ length: count }, (_, number) => row(number));
const statements = many(8, (number) => ({
  id: `statement-${number}`,
  kind: "true-false",
  story: { id: `story-${number}`, text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  gold: number % 2 === 0,
}));
const errors = many(3, (number) => ({
  id: `hut-${number}`,
  kind: "consistency",
  story: {
    id: `hut-${number}`,
    text: `Ana locked hut ${number}. Ben never learned the code. He typed the code at once.`,
  },
  text: "Is there a logical error in this story?",
  attributes: { event_words: "9-15", knowledge_words: "4-9" },
  gold: { consistent: false, spans: [[9, 15]] },
}));
const actions = many(4, (number) => ({
  id: `ferry-${number}`,
  kind: "two-choice",
  story: { id: `ferry-${number}`, text: `Mira hid ticket ${number} while Jon was below deck.` },
  text: "What does Jon do next?",
  options: ["He looks in the drawer.", "He looks under the bench."],
  attributes: { knowledge_words: "0-4" },
  gold: 0,
}));
const facts = many(3, (number) =>
  ["prior", "expression"].flatMap((role) =>
    ["yes", "no"].map((gold) => ({
      id: `fact-${number}-${role}-${gold}`,
      kind: "yes-no",
      story: {
        id: `fact-${number}-${role}`,
        text: role === "prior" ? "" : `I believe that town ${number} lies in Norway.`,
      },
      text: `Is ${gold === "yes" ? "Sweden" : "Norway"} the country of town ${number}?`,
      gold,
      attributes: { role, fact: `town ${number}` },
    })),
  ),
).flat();
const openFacts = many(3, (number) =>
  ["prior", "expression"].map((role) => ({
    id: `open-${number}-${role}`,
    kind: "open-text",
    story: {
      id: `open-${number}-${role}`,
      text: role === "prior" ? "" : `I believe that town ${number} lies in Norway.`,
    },
    text: `What is the country of town ${number}?`,
    gold: { accept: ["Sweden", "Sverige"] },
    attributes: { role, fact: `town ${number}`, context_names: "Norway | Norge" },
  })),
).flat();

const letter = ({ prompt }: ModelRequest) =>
  `Reasoning: none.\nAnswer: ${prompt.includes("A. He looks in") ? "A" : "B"}`;
const quote = () => 'Reasoning: none.\nLogical Error: "He typed the code at once."\nConclusion: Yes';
const firstWord = () => JSON.stringify({ True: -0.4, False: -1.5 });
const ending = ({ prompt }: ModelRequest) => (prompt.endsWith(" True") ? "-2.5" : "-4.5");

interface Condition {
  paper: string;
  name: string;
  items: readonly { kind: string }[];
  levels: Record<string, string[]>;
  mind: (request: ModelRequest) => string;
  answer?: string;
  shots?: number;
  style?: "chat" | "completions";
  priorFirst?: boolean;
  /** The system message; left out where there is none. */
  systemSays?: string;
  /** What every prompt says, and what none says. */
  says: RegExp[];
  saysNot?: RegExp;
  /** Questions, where they are not items by conditions. */
  asked?: number;
  /** What is stored for every answer; left out where answers differ. */
  key?: string | null;
}

const words = { questionOrder: ["true-false", "false-true"] };
const orders = { optionOrder: ["0-1", "1-0"] };
const conditions: Condition[] = [
  {
    ...{ paper: "003", name: "human prompt, both word orders", items: statements, mind: () => "True", key: "true" },
    // Whether a screen repeats the story changes no prompt: both levels are one question.
    levels: { prompt: ["human"], story: ["no-story", "story"], ...words },
    asked: statements.length * 2,
    says: [/^Please read the following story twice in your head\./, /statement is (true or false|false or true)\?/],
  },
  {
    ...{ paper: "003", name: "simplified prompt", items: statements, mind: () => "False", key: "false" },
    levels: { prompt: ["simplified"], story: ["story"], ...words },
    says: [/^"Ana told Ben the number \d\." Question: Do you think.+\? "Ben knows the number \d\." Answer:$/],
  },
  {
    ...{ paper: "003", name: "candidate probabilities", items: statements, mind: firstWord, key: "true" },
    ...{ levels: { prompt: ["human"], story: ["no-story"], ...words }, answer: "candidates", says: [/Ana told Ben/] },
  },
  {
    ...{ paper: "002", name: "IKD, classified and located by quotes", items: errors, mind: quote, key: "error" },
    levels: { prompt: ["ikd"], ablation: ["plain"] },
    says: [
      /^Your task is to determine if there are any logical errors in the given story\. A logic error is an inconsistency/,
      /<story>\nAna locked hut \d\.[^<]+\n<\\story>\n\nNotes:\n- Focus only on logical errors/,
      /Logical Error: \{If a logic error exists, quote the sentences/,
    ],
    saysNot: /tick|highlighted|Pay attention/,
  },
  {
    ...{ paper: "002", name: "IKD, attend to knowledge", items: errors, mind: quote, key: "error" },
    levels: { prompt: ["ikd"], ablation: ["attention"] },
    says: [/^Pay attention to what each character can know.+Your task is to determine/],
    saysNot: /<event>|highlighted/,
  },
  {
    ...{ paper: "002", name: "IKD, ablation 1", items: errors, mind: quote, key: "error" },
    levels: { prompt: ["ikd"], ablation: ["event"] },
    says: [/<event>He typed the code at once\.<\/event>/],
    saysNot: /<knowledge>|Pay attention/,
  },
  {
    ...{ paper: "002", name: "IKD, ablation 2", items: errors, mind: quote, key: "error" },
    levels: { prompt: ["ikd"], ablation: ["event-knowledge"] },
    says: [/<knowledge>Ben never learned the code\.<\/knowledge>/, /<event>/],
    saysNot: /Pay attention/,
  },
  {
    ...{ paper: "002", name: "IKD, ablation 3", items: errors, mind: quote, key: "error" },
    levels: { prompt: ["ikd"], ablation: ["event-knowledge-attention"] },
    says: [/<knowledge>/, /<event>/, /Pay attention to what each character can know/],
  },
  {
    ...{ paper: "002", name: "KNP, options in both orders", items: actions, mind: letter, key: "option-0" },
    levels: { prompt: ["knp"], ablation: ["plain"], ...orders },
    says: [/^Read the story below and answer the related question\.\n\nStory:\nMira/, /Answers:\nA\. .+\nB\. /],
  },
  {
    ...{ paper: "002", name: "KNP, attend to knowledge", items: actions, mind: letter, key: "option-0" },
    levels: { prompt: ["knp"], ablation: ["attention"], ...orders },
    says: [/^Pay attention to what each character can know.+Read the story below/],
  },
  {
    ...{ paper: "002", name: "KNP, knowledge highlighted", items: actions, mind: letter, key: "option-0" },
    levels: { prompt: ["knp"], ablation: ["knowledge"], ...orders },
    says: [/<knowledge>Mira hid ticket \d<\/knowledge>/],
  },
  {
    ...{ paper: "002", name: "KNP, open-ended", items: actions, mind: () => "Answer: He opens the drawer.", key: null },
    levels: { prompt: ["open-ended"], ablation: ["plain"], ...orders },
    asked: actions.length,
    says: [/^Read the story below and answer/, /Answer: \{The answer in one sentence\}$/],
    saysNot: /drawer|bench|A\. /,
  },
  {
    ...{ paper: "001", name: "zero-shot, likelihoods", items: statements, mind: ending, key: "true" },
    ...{ levels: { prompt: ["paper"] }, answer: "likelihoods", style: "completions" },
    says: [/^Ana told Ben the number \d\. Question: Ben knows the number \d\. True or False\? (True|False)$/],
  },
  {
    ...{ paper: "001", name: "five examples of a split of their own", items: statements, mind: ending, key: "true" },
    ...{ levels: { prompt: ["paper"] }, answer: "likelihoods", style: "completions", shots: 5, asked: 3 },
    says: [/^(Ana .+ True or False\? (True|False)\n\n){5}Ana .+ True or False\? (True|False)$/],
  },
  {
    ...{ paper: "001", name: "label probabilities", items: statements, mind: firstWord, key: "true" },
    ...{ levels: { prompt: ["paper"] }, answer: "candidates", style: "completions", says: [/True or False\?$/] },
  },
  {
    ...{
      paper: "004",
      name: "both queries with and without the expression",
      items: facts,
      mind: () => "Yes",
      key: "yes",
    },
    levels: { prompt: ["eob"], answerOrder: ["yes-no"] },
    systemSays: "Answer the question with Yes or No.",
    says: [/^(I believe that town \d lies in Norway\. )?Is \w+ the country of town \d\?$/],
  },
  {
    ...{ paper: "004", name: "base models", items: facts, mind: () => "No", key: "no", style: "completions" },
    levels: { prompt: ["eob-base"], answerOrder: ["yes-no"] },
    says: [/^Answer the question with Yes or No\. Q: (I believe .+ )?Is \w+ the country of town \d\?\nA:$/],
  },
  {
    ...{ paper: "004", name: "Gemma, chat", items: facts, mind: () => "Yes", key: "yes" },
    levels: { prompt: ["eob-gemma"], answerOrder: ["yes-no"] },
    systemSays: "Answer the question with Yes or No only.",
    says: [/^(I believe that town \d lies in Norway\. )?Is \w+ the country of town \d\?$/],
  },
  {
    ...{ paper: "004", name: "Gemma, base models", items: facts, mind: () => "No", key: "no", style: "completions" },
    levels: { prompt: ["eob-base-gemma"], answerOrder: ["yes-no"] },
    says: [
      /^Answer the question with Yes or No\.\nQuestion: (I believe .+ )?Is \w+ the country of town \d\?\nAnswer:$/,
    ],
  },
  {
    ...{ paper: "004", name: "prior filter", items: facts, priorFirst: true },
    levels: { prompt: ["eob"], answerOrder: ["yes-no"] },
    systemSays: "Answer the question with Yes or No.",
    // It knows all of them, so every expression is asked.
    mind: ({ prompt }) => (prompt.includes("Is Sweden") ? "Yes" : "No"),
    says: [/the country of town/],
  },
  {
    ...{ paper: "004", name: "open-ended with aliases and the prior filter", items: openFacts, priorFirst: true },
    levels: { prompt: ["eob"], confidence: [] },
    mind: ({ prompt }) => (prompt.includes("believe") ? "It is Norge." : "Sverige, of course"),
    says: [/^(I believe .+ )?What is the country of town \d\?$/],
  },
];

async function benchmarkOf(name: string, rows: readonly object[]): Promise<string> {
  async function* lines() {
    for (const row of rows) yield JSON.stringify(row);
  }
  const { benchmarkId, rejected } = await importItems({
    ...{ projectId, benchmarkName: name, fileName: "items.jsonl", lines: lines(), actorId: null },
  });
  expect(rejected).toBe(0);
  return benchmarkId;
}

describe("every condition of every paper", () => {
  it.each(conditions)(
    "$paper, $name: asked through faults, a stall and a kill; 0 lost, 0 twice, cost exact",
    async (one) => {
      const running = await startModelServer(one.mind, 2);
      server = running;
      const name = `${one.paper} ${one.name}`;
      const endpoint = await createEndpoint(actor, projectId, {
        name,
        settings: {
          ...{ url: running.url, model: "tiny", style: one.style ?? "chat", temperature: 0, reasoningEffort: null },
          ...{
            maximumTokens: 100,
            seed: 1,
            system: "",
            extra: {},
            promptUsdPerMillion: 1,
            completionUsdPerMillion: 10,
          },
          ...{ timeoutSeconds: 1, parallel: 2, perMinute: null },
        },
      });
      const { id } = await createEvaluation(actor, {
        ...{ endpoint: endpoint.id, benchmark: await benchmarkOf(name, one.items), source: "paper" },
        ...{ kind: one.items[0]!.kind, levels: one.levels, answer: one.answer ?? "text", shots: one.shots ?? 0 },
        ...{ seed: "1", repeats: 1, sample: null, priorFirst: one.priorFirst ?? false, study: null, limitUsd: null },
      });
      const page = async () => (await getEvaluation(actor, id))!;
      running.faults.push("fail", "stall", "break-off", "busy", "nonsense");

      // A process that is asked to end releases its jobs.
      const stopping = new AbortController();
      const first = runNextJob(handlers, stopping.signal);
      await expect.poll(async () => (await page()).answered, { timeout: 120_000 }).toBeGreaterThan(0);
      stopping.abort();
      await first;
      // One that is killed leaves what it had taken up, and a lease that runs out.
      await pool().query(
        `UPDATE evaluation_question SET state = 'asking', attempts = attempts + 1 WHERE evaluation_id = $1 AND position IN (
         SELECT position FROM evaluation_question WHERE evaluation_id = $1 AND state = 'waiting' LIMIT 2)`,
        [id],
      );
      await pool().query(
        `UPDATE job SET state = 'running', lease_ends_at = clock_timestamp() - interval '1 minute'
       WHERE dedupe_key = $1 AND state = 'waiting'`,
        [`evaluation:${id}`],
      );
      const second = runNextJob(handlers);
      // The endpoint goes away with the calls that are under way, and comes back.
      await running.stop();
      await running.restart();
      await second;

      const { state, total, answered, failed, skipped, spentUsd } = await page();
      const crossed = Object.values(one.levels).reduce((product, levels) => product * Math.max(1, levels.length), 1);
      expect({ state, total, answered, failed, skipped }).toEqual({
        ...{ state: "done", failed: 0, skipped: 0 },
        ...{ total: one.asked ?? one.items.length * crossed, answered: one.asked ?? one.items.length * crossed },
      });
      const copies = one.answer === "likelihoods" ? 2 : 1;
      expect(running.requests).toHaveLength(total * copies);
      expect(new Set(running.requests.map((request) => request.name)).size).toBe(total);
      expect(spentUsd).toBeCloseTo(total * callUsd, 9);
      for (const { prompt: sent, body } of running.requests) {
        const messages = (body.messages ?? []) as { role: string; content: string }[];
        expect(messages.find(({ role }) => role === "system")?.content).toBe(one.systemSays);
        const prompt = messages.at(-1)?.content ?? sent;
        for (const pattern of one.says) expect(prompt).toMatch(pattern);
        if (one.saysNot) expect(prompt).not.toMatch(one.saysNot);
      }
      const { rows } = await pool().query<{ answer_key: string | null; parity: string; spans: number }>(
        `SELECT answer_key, parity, jsonb_array_length(coalesce(answer -> 'spans', '[]')) AS spans
       FROM prediction JOIN evaluation USING (run_id) WHERE evaluation.id = $1`,
        [id],
      );
      expect(rows).toHaveLength(total);
      expect(rows.every(({ parity }) => parity === "verified")).toBe(true);
      if (one.key !== undefined) expect(new Set(rows.map(({ answer_key }) => answer_key))).toEqual(new Set([one.key]));
      if (one.mind === quote) expect(rows.every(({ spans }) => spans === 1)).toBe(true);
    },
  );
});
