/**
 * Keystroke-to-check time at the annotator's workspace: one letter typed into a story of 1,000 words, then anchors carried,
 * diff against the original, words changed around the event, hints with their cuts, anchor states.
 *
 *   npx tsx bench/stories-checks.ts [--json]
 */
import { parseArgs } from "node:util";
import { seededRandom } from "../lib/domain/random.ts";
import { createAnchor } from "../lib/domain/stories/anchors/anchor.ts";
import { followEdit, followText } from "../lib/domain/stories/anchors/follow-edit.ts";
import { newDraft, withEdit } from "../lib/domain/stories/history.ts";
import { checkWorkspace } from "../lib/domain/stories/workspace-check.ts";
import { parseWords } from "../lib/domain/words/words.ts";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const random = seededRandom("stories-checks");
const vocabulary = Array.from({ length: 600 }, (_, index) => `w${index.toString(36)}`).concat(
  "the the the the a a of of to and and he she it was his her had in on".split(" "),
);

/** A synthetic story with paragraphs, speech and a character named every few sentences. */
function story(words: number): string {
  const sentences: string[] = [];
  for (let count = 0; count < words; ) {
    const length = 8 + random.below(14);
    const body = Array.from({ length }, () => vocabulary[random.below(vocabulary.length)]).join(" ");
    const opening = ["Mara", "She", "The clerk", "“Yes,” he said, and"][random.below(4)];
    sentences.push(`${opening} ${body}.${random.below(6) === 0 ? "\n\n" : " "}`);
    count += length + 1;
  }
  return sentences.join("").trim();
}

/** The story with a share of its words replaced at random. */
function rewritten(text: string, share: number): string {
  return text.replace(/\p{L}[\p{L}\d]*/gu, (word) =>
    random.next() < share ? (vocabulary[random.below(vocabulary.length)] as string) : word,
  );
}

const hints = " Mara, not knowing about the key, went on. She had no idea that the clerk had left, and she slept.";
const original = story(1000);
const cases = [
  { name: "event rewritten (2% of words)", text: rewritten(original, 0.02) + hints },
  { name: "10% of words rewritten", text: rewritten(original, 0.1) + hints },
  { name: "30% of words rewritten", text: rewritten(original, 0.3) + hints },
  { name: "every sentence different", text: story(1000) + hints },
];

const results = cases.map(({ name, text }) => {
  const start = parseWords(text);
  const count = start.words.length;
  const marked = [
    createAnchor(start, "knowledge", "knowledge", { start: 50, end: 70 }),
    createAnchor(start, "event", "event", { start: 500, end: 600 }),
    createAnchor(start, "error 1", "error", { start: 520, end: 540 }),
    createAnchor(start, "error 2", "error", { start: 560, end: 570 }),
  ];
  // One anchor is always broken, so that the nearest match is looked for at every keystroke too.
  const lost = { ...createAnchor(start, "lost", "knowledge", { start: 800, end: 840 }), damage: "not-found" as const };
  let draft = newDraft(text, [...marked, lost]);
  let caret = (start.words[530]?.end as number) + 1;
  const times: number[] = [];
  let found = 0;
  const cpu = process.cpuUsage();
  for (const letter of "quietly and then walked straight to the third flowerpot as if told, ".repeat(4)) {
    const began = performance.now();
    draft = withEdit(draft, { start: caret, end: caret, text: letter });
    const check = checkWorkspace({
      story: parseWords(draft.text),
      anchors: draft.anchors,
      previous: original,
      character: "Mara",
    });
    times.push(performance.now() - began);
    found = check.hints.length;
    caret += 1;
  }
  const spent = process.cpuUsage(cpu);
  const cpuMean = Number(((spent.user + spent.system) / 1000 / times.length).toFixed(2));
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] as number).toFixed(2));
  return {
    name,
    words: count,
    keystrokes: times.length,
    hints: found,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    cpuMean,
  };
});

const began = performance.now();
const whole = parseWords(original);
const anchor = createAnchor(whole, "event", "event", { start: 500, end: 600 });
followText({ story: whole, anchors: [anchor] }, rewritten(original, 0.1));
const replaced = Number((performance.now() - began).toFixed(2));
const pasteBegan = performance.now();
followEdit({ story: whole, anchors: [anchor] }, { start: 0, end: original.length, text: rewritten(original, 0.1) });
const pasted = Number((performance.now() - pasteBegan).toFixed(2));

if (values.json) {
  console.log(JSON.stringify({ keystrokeToCheck: results, candidateTakenMs: replaced, storyPastedMs: pasted }));
} else {
  console.log("keystroke to check, milliseconds (to reach: 30)");
  for (const { name, words, keystrokes, hints: count, p50, p95, p99, cpuMean } of results)
    console.log(
      `  ${name}: p50 ${p50}, p95 ${p95}, p99 ${p99}, processor time ${cpuMean} on average  (${words} words, ${keystrokes} keystrokes, ${count} hints)`,
    );
  console.log(
    `anchors carried to a candidate with 10% of words changed: ${replaced} ms; pasted over the whole story: ${pasted} ms`,
  );
}
