import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { ItemMatcher, type ItemToMatch } from "../models/item-matcher.ts";
import { MatchCounts } from "../models/match-counts.ts";
import { openInThread } from "./import-parts.ts";
import { itemsWorker } from "./items-worker.generated.ts";
import { openItemFile } from "./open-item-file.ts";
import { openPredictionFile } from "./open-prediction-file.ts";
import { predictionsWorker } from "./predictions-worker.generated.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-parts-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

async function all<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  const found: Line[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

/** What `work` returns, or the message with which it fails; fails where the process did nothing else meanwhile. */
async function besideOthers<Result>(work: () => Promise<Result>): Promise<Result | string> {
  const others = countTurns();
  const result = await work().catch((error: Error) => error.message);
  others.stop();
  expect(others.soFar()).toBeGreaterThan(2);
  return result;
}

const item = (number: number) => ({
  id: `item-${number}`,
  kind: "true-false",
  story: { id: `story-${number}`, title: "", genre: "", text: `Ana told Ben the number ${number}. `.repeat(20) },
  text: `Ben knows the number ${number}.`,
  gold: "true",
});
const items = Array.from({ length: 400 }, (_, number) => JSON.stringify(item(number)));

it.each([
  ["lines.jsonl", `${items.join("\n")}\n\n{"id":"x"}\nno JSON`],
  ["list.json", `[${"{},".repeat(20_000)}{}]`],
  ["deep.json", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["rows.csv", `id,kind,story,question,answer\n${"a,true-false,A story,A question,true\n".repeat(500)}`],
  ["wide.csv", `${Array.from({ length: 20_000 }, (_, column) => `c${column}`).join(",")}\n${",".repeat(19_999)}`],
])("items of %s are read in a thread as they would be here", async (name, text) => {
  const path = await written(name, text);
  const settings = { fileName: name, columns: {}, kind: null, language: "en" } as const;
  const threaded = await besideOthers(async () => {
    const { opened, lines, sha256 } = await openInThread(itemsWorker, { path, settings });
    return { ...opened, lines: await all(lines), hash: sha256() };
  });
  const here = async () => {
    const { format, table, source } = await openItemFile(path, settings);
    const lines = (await all(source.lines)).map((line) =>
      typeof line === "string" && line !== "" ? { read: readItemRow(line), length: line.length } : line,
    );
    return { format, table, lines, hash: source.sha256() };
  };
  expect(threaded).toEqual(await here().catch((error: Error) => error.message));
});

const known: ItemToMatch[] = Array.from({ length: 150 }, (_, number) => {
  const { id, kind, story, text } = item(number);
  return { id, kind, text, options: [], attributes: {}, task: null, title: "", genre: "", story: story.text };
});

it.each([
  ["ours.jsonl", '{"model":"m","item":"item-7","answer":true}\n'.repeat(2_000)],
  ["table.csv", `id,model,response\n${"item-7,m,True\n".repeat(500)}elsewhere,m,True\n`],
  ["list.json", `[${'{"model":"m","item":"item-1","answer":true},'.repeat(2_000)}{}]`],
  ["deep.json", `{"a":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
])("predictions of %s are read and matched in a thread as they would be here", async (name, text) => {
  const path = await written(name, text);
  const settings = { fileName: name, format: "auto", model: null, condition: {} } as const;
  const mapping = new MatchCounts();
  async function* pieces() {
    yield known.slice(0, 100);
    yield known.slice(100);
  }
  const threaded = await besideOthers(async () => {
    const onMatch = (...match: Parameters<MatchCounts["add"]>) => mapping.add(...match);
    const { opened, lines, sha256 } = await openInThread(
      predictionsWorker,
      { path, settings },
      { pieces: pieces(), onMatch },
    );
    return { format: opened.format, lines: await all(lines), hash: sha256() };
  });
  const matcher = new ItemMatcher(known);
  const expected = new MatchCounts();
  const here = async () => {
    const { format, source } = await openPredictionFile(path, settings, async () => matcher, expected);
    const lines = (await all(source.lines)).map((line) =>
      typeof line === "string" && line !== "" ? { read: readPredictionRow(line), length: line.length } : line,
    );
    return { format, lines, hash: source.sha256() };
  };
  expect(threaded).toEqual(await here().catch((error: Error) => error.message));
  if (name === "table.csv") expect(mapping).toEqual(expected);
  if (name === "ours.jsonl") expect(mapping.matched).toEqual({ id: 2_000, fingerprint: 0, text: 0 });
});
