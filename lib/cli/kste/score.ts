import type { Command } from "commander";
import * as z from "zod";
import { formatShare } from "@/lib/domain/format/figures.ts";
import {
  type ErrorOutputSummary,
  type ScoredErrorOutput,
  scoreErrorOutput,
  summariseErrorOutputs,
} from "@/lib/domain/models/localisation/score-error-output.ts";
import type { ErroneousStory, KsteItem, OriginalStory } from "@/lib/domain/stories/items/kste-item.ts";
import { parseMarks } from "@/lib/domain/stories/items/marks.ts";
import { wordTexts } from "@/lib/domain/words/words.ts";
import type { KsteSource } from "@/lib/server/interchange/kste/collector.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { inputLines } from "../read-input.ts";

type Story = OriginalStory | ErroneousStory;

/** `parallax kste score`: scores models' replies to IKD stories by the measures of Yang et al. 2026, Table 2. */
export function addScore(
  kste: Command,
  io: CommandIo,
  finish: (code: 0 | 1) => void,
  read: (path: string) => Promise<KsteSource>,
): void {
  kste
    .command("score")
    .description("Score replies of a model to IKD stories: classification, and localisation of the error.")
    .argument("<items>", "stories with the released fields and an id (JSONL), or any input of `kste check`")
    .argument("<outputs>", 'replies as JSON lines {"item","output"}, or - for standard input')
    .option("--json", "one JSON object per item, then one with the summary")
    .addHelpText("after", scoreHelp)
    .action(async (items: string, outputs: string, options: { json?: boolean }) => {
      if (items === "-" && outputs === "-") throw new UsageError("only one of ITEMS and OUTPUTS can be standard input");
      const source = await read(items);
      const stories = source.items.filter((item): item is Story => item.kind !== "knp");
      if (stories.length === 0) throw new InputError(`${items} contains no IKD stories`);
      const replies = await readReplies(outputs, source.items, io);
      finish(await score(stories, source, replies, options.json ?? false, io));
    });
}

const scoreHelp = `
Prints for each story, in the order of ITEMS:
  {"item","consistent":true|false|null,"overlap":number|null,"quoted":n,"found":n}
consistent is the verdict, or null if none can be read. overlap is the intersection over union, as multisets, of the words of
the whole field "Logical Error" and the marked words; 0 for a field that says NA or No; null for an original story, and if the
reply has no such field or an empty one. quoted is the number of words in the field, found the number of
them in the story.

The last line has no "item": positive, negative, full (classification; no verdict is wrong), negativeLocalisation,
fullLocalisation (an original is 1 if called consistent, otherwise 0), foundShare, their counts, and the ids that are "missing"
(a story without a reply; omitted from the shares), "unknown" (a reply without a story), "duplicate" (the first one is used) and
"unmarked" (an erroneous story without marked words; it has no overlap).

Exit: 0 every story has one reply and every reply has a story, 1 otherwise, 2 usage error.`;

const replySchema = z.object({ item: z.union([z.string(), z.number()]), output: z.string().nullish() });

interface Replies {
  byItem: Map<string, string>;
  unknown: string[];
  duplicate: string[];
  /** Lines that are not replies. */
  broken: number;
}

async function readReplies(path: string, items: readonly KsteItem[], io: CommandIo): Promise<Replies> {
  const knownIds = new Set(items.flatMap(({ id, kind }) => (kind === "knp" ? [] : [id])));
  const replies: Replies = { byItem: new Map(), unknown: [], duplicate: [], broken: 0 };
  for await (const { number, text } of inputLines(path, io)) {
    if (text.trim() === "") continue;
    const reply = parseReply(text);
    if (reply === null) {
      replies.broken += 1;
      io.stderr.write(`line ${number} of ${path} is not a reply: it needs "item" and the text "output"\n`);
      continue;
    }
    const item = String(reply.item);
    if (!knownIds.has(item)) replies.unknown.push(item);
    else if (replies.byItem.has(item)) replies.duplicate.push(item);
    else if (typeof reply.output === "string") replies.byItem.set(item, reply.output);
  }
  return replies;
}

function parseReply(line: string): z.infer<typeof replySchema> | null {
  try {
    return replySchema.safeParse(JSON.parse(line.replace(/^\uFEFF/, ""))).data ?? null;
  } catch {
    return null;
  }
}

async function score(
  stories: readonly Story[],
  source: KsteSource,
  { byItem, unknown, duplicate, broken }: Replies,
  asJson: boolean,
  io: CommandIo,
): Promise<0 | 1> {
  const scores: ScoredErrorOutput[] = [];
  const [missing, withoutMarks]: [string[], string[]] = [[], []];
  for (const story of stories) {
    const output = byItem.get(story.id);
    const errorWords = findErrorWords(story);
    if (errorWords !== null && wordTexts(errorWords).length === 0) withoutMarks.push(story.id);
    if (output === undefined) missing.push(story.id);
    const scored =
      output === undefined
        ? { consistent: null, overlap: null, quoted: 0, found: 0 }
        : scoreErrorOutput(output, story.story, errorWords);
    if (output !== undefined) scores.push({ ...scored, hasError: story.kind === "error" });
    const { consistent, overlap, quoted, found } = scored;
    await writeLine(
      io.stdout,
      asJson
        ? JSON.stringify({ item: story.id, consistent, overlap, quoted, found })
        : `${story.id}  ${formatVerdict(consistent)}  overlap ${overlap === null ? "–" : formatShare(overlap)}  ${found} of ${quoted} words found`,
    );
  }
  for (const { item, field, message } of source.findings.filter(({ problem }) => problem === "schema"))
    await writeLine(io.stderr, `${item}  ${field}  ${message}`);
  const problems = { missing, unknown, duplicate, unmarked: withoutMarks };
  for (const [problem, ids] of Object.entries(problems))
    if (ids.length > 0) await writeLine(io.stderr, `${problem}: ${ids.join(", ")}`);
  const summary = summariseErrorOutputs(scores);
  if (asJson) await writeLine(io.stdout, JSON.stringify({ ...summary, ...problems }));
  else for (const line of formatSummary(summary)) await writeLine(io.stdout, line);
  const isSound = broken === 0 && source.findings.every(({ problem }) => problem !== "schema");
  return isSound && Object.values(problems).every((ids) => ids.length === 0) ? 0 : 1;
}

/** The marked words of the erroneous event; the field `error` if the event has no marks. Null for an original story. */
function findErrorWords(story: Story): string | null {
  if (story.kind === "original") return null;
  const { plain, spans } = parseMarks(story.erroneousEvent, "error");
  const pieces = spans.map(({ start, end }) => plain.slice(start, end)).join("\n");
  return wordTexts(pieces).length > 0 ? pieces : story.error;
}

function formatVerdict(consistent: boolean | null): string {
  return consistent === null ? "no verdict" : consistent ? "consistent" : "error";
}

function formatSummary(summary: ErrorOutputSummary): string[] {
  const formatOptionalShare = (value: number | null) => (value === null ? "–" : formatShare(value));
  return [
    "",
    `positive ${formatOptionalShare(summary.positive)} (n = ${summary.originals}), negative ${formatOptionalShare(summary.negative)} (n = ${summary.erroneous}), full ${formatOptionalShare(summary.full)}`,
    `localisation: negative ${formatOptionalShare(summary.negativeLocalisation)}, full ${formatOptionalShare(summary.fullLocalisation)}, ${summary.notAsked} not asked`,
    `${summary.found} of ${summary.quoted} quoted words are in the story (${formatOptionalShare(summary.foundShare)}); ${summary.unparsed} without a verdict`,
  ];
}
