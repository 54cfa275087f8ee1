import { expect } from "vitest";
import { type ResultStatus, statusLabel, statusPrefix } from "../plan/result-status.ts";

// Checks that every result in files and on screen has one of the allowed statuses, whatever shows it.

/** A p value of a test, or a decision about one, in text or markup. */
const testPattern =
  /\bp[\s\u00a0](?:[=<]|&lt;|0\.\d)|more often than|not worse than|No significant|human level|corrected 0\.|sign patterns p/;

/** A column with a p value or a decision. */
const testColumn = /(?:^|, )p(?:$|[ _])|^equivalent$|^Decision|^Letters/;

/** Every row of a table, sentence and figure of every file. */
export function expectMarkedFiles(files: ReadonlyMap<string, string>, allowed: readonly ResultStatus[]): void {
  const labels = allowed.map(statusLabel);
  const checks: Record<string, (content: string, name: string) => void> = {
    jsonl: (content, name) => {
      for (const { status } of parseRows(content)) expect(labels, name).toContain(status);
    },
    csv: (content, name) => {
      const [head, ...rows] = content.trim().split("\r\n");
      expect(head, name).toMatch(/,status(_person_share)?$/);
      for (const row of rows)
        expect(
          endsWithOneOf(
            row.replaceAll('"', ""),
            labels.map((one) => `,${one}`),
          ),
          `${name}: ${row}`,
        ).toBe(true);
    },
    md: (content, name) => {
      if (name.endsWith("sentences.md")) expectMarkedSentences(content.trim().split("\n"), allowed, name);
      for (const row of content
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .slice(2))
        expect(
          endsWithOneOf(
            row,
            labels.map((one) => `| ${one} |`),
          ),
          `${name}: ${row}`,
        ).toBe(true);
    },
    tex: (content, name) => {
      const text = content.replaceAll(/\s+/g, " ");
      if (!text.includes("Status of each row: "))
        return expect(
          labels.some((one) => text.includes(`Status: ${one}.`)),
          `${name}: ${text}`,
        ).toBe(true);
      const [, ...rows] = content.split("\n").filter((line) => line.endsWith("\\\\"));
      for (const row of rows)
        expect(
          endsWithOneOf(
            row,
            labels.map((one) => `& ${one} \\\\`),
          ),
          `${name}: ${row}`,
        ).toBe(true);
    },
    svg: expectMarkedFigure(labels),
    "vl.json": expectMarkedFigure(labels),
  };
  for (const [name, content] of files) {
    const format = name.slice(name.indexOf(".", name.lastIndexOf("/") + 1) + 1);
    if (content.trim() !== "") checks[format]?.(content, name);
  }
}

function expectMarkedFigure(labels: readonly string[]) {
  return (content: string, name: string) => {
    const text = content.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect(
      labels.some((one) => text.includes(`Status: ${one}`)),
      name,
    ).toBe(true);
  };
}

/** Sentences about tests begin with a status. */
function expectMarkedSentences(sentences: readonly string[], allowed: readonly ResultStatus[], where: string): void {
  const starts = allowed.map(statusPrefix);
  for (const sentence of sentences)
    if (testPattern.test(sentence))
      expect(
        starts.some((start) => sentence.replace(/^- /, "").startsWith(start)),
        `${where}: ${sentence}`,
      ).toBe(true);
}

/** Every row of a table with tests, and every paragraph and item of a list about them. */
export function expectMarkedScreen(markup: string, allowed: readonly ResultStatus[]): void {
  const labels = allowed.map(statusLabel);
  const tables = markup.match(/<table.*?<\/table>/gs) ?? [];
  for (const table of tables) {
    const [head, ...rows] = rowsOfTable(table);
    const column = head?.indexOf("Status") ?? -1;
    if (column < 0) expect(table.replaceAll(/<[^>]*>/g, "|"), "a table without a status").not.toMatch(testPattern);
    else for (const row of rows) expect(labels, row.join(" | ")).toContain(row[column]);
  }
  const texts = [...markup.matchAll(/<(p|li)(?: [^>]*)?>(.*?)<\/\1>/gs)].map(([, , text]) =>
    text!.replaceAll(/<[^>]*>/g, ""),
  );
  expectMarkedSentences(texts, allowed, "screen");
}

/**
 * The sentences about tests that begin with no status, and the rows of tables that are confirmatory, as text: what a
 * reader takes for a result of the plan.
 */
export function listConfirmatoryClaims(markup: string): string[] {
  const textOf = (part: string) =>
    part
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&lt;", "<")
      .replaceAll(/\s+/g, " ")
      .trim();
  const rows = (markup.match(/<table.*?<\/table>/gs) ?? []).flatMap((table) => {
    const [head = [], ...cells] = rowsOfTable(table);
    const column = head.indexOf("Status");
    return cells.flatMap((row) => (row[column] === "confirmatory" ? [row.map(textOf).join(" | ")] : []));
  });
  const texts = [...markup.matchAll(/<(p|li)(?: [^>]*)?>(.*?)<\/\1>/gs)].map(([, , text]) => textOf(text!));
  const isMarked = (text: string) => /^(Exploratory|Interim|Planned, (secondary|amended after data))[: ]/.test(text);
  return [...rows, ...texts.filter((text) => testPattern.test(text) && !isMarked(text))];
}

function rowsOfTable(table: string): string[][] {
  return (table.match(/<tr.*?<\/tr>/gs) ?? []).map((row) =>
    (row.match(/<t[hd].*?<\/t[hd]>/gs) ?? []).map((cell) => cell.replaceAll(/<[^>]*>/g, " ").trim()),
  );
}

/** No p value, decision or conclusion, in any file or on screen. */
export function expectNoTests(files: ReadonlyMap<string, string>, markup: string): void {
  const isResult = (name: string) => !/(^|\/)(methods|start|notebook|summary|refused)\b/.test(name);
  for (const [name, content] of files) if (isResult(name)) expect(withoutHeads(content), name).not.toMatch(testPattern);
  for (const [name, content] of files)
    for (const row of name.endsWith(".jsonl") ? parseRows(content) : [])
      for (const [column, value] of Object.entries(row))
        if (testColumn.test(column)) expect(value, `${name}: ${column}`).toBeNull();
  expect(markup.replaceAll(/<[^>]*>/g, "|"), "screen").not.toMatch(testPattern);
}

/** Columns and captions name tests and margins also where nothing is tested. */
function withoutHeads(content: string): string {
  return content.replaceAll(
    /not worse than people by more than [\d.]+ points|a positive difference[^,\n|}]*more often/g,
    "",
  );
}

/** The number of tests with which the plan's tests are corrected: equal in file, sentence, caption and on screen. */
export function expectOneFamilySize(files: ReadonlyMap<string, string>, markup: string): void {
  const screen = markup.replaceAll(/<[^>]*>/g, "|");
  const size = parseRows(files.get("confirmatory.jsonl")!).length;
  const sizesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => Number(found));
  const ofPlan = /(?:over the|(?<!Before the amendment\. )The) (\d+) tests of the (?:analysis )?plan/g;
  for (const [where, text] of [
    ["sentences", files.get("sentences.md")!],
    ["caption", files.get("confirmatory.md")!],
    ["screen", screen],
  ] as const) {
    const found = sizesIn(text, ofPlan);
    expect(found, where).not.toEqual([]);
    expect(new Set(found), where).toEqual(new Set([size]));
  }
  const table = screen.match(
    /(?<!plan, corrected separately: the mean person)\|The mean person and each model.*?correction \((\d+) tests?\)/s,
  );
  expect(Number(table![1]), "table of the mean person").toBe(size);
}

function parseRows(content: string): Record<string, unknown>[] {
  return content.trim() === ""
    ? []
    : content
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
}

function endsWithOneOf(text: string, ends: readonly string[]): boolean {
  return ends.some((end) => text.endsWith(end));
}
