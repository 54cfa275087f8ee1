import { readdirSync, readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../bin/shared-data.ts";
import { templates } from "./fixtures/load.ts";
import { renderRequest } from "./render-request.ts";
import { answerRules, classifyAnswer } from "./scoring/classify.ts";
import { formatScore, ruleNames } from "./scoring/format-score.ts";
import { scoreModel } from "./scoring/model-score.ts";
import { createPairTable } from "./scoring/pair-table.ts";
import { readResultRow } from "./scoring/read-answer.ts";

const readText = (name: string) => readFileSync(sharedData(`eob/${name}`), "utf8");
const readLines = (name: string) => readText(name).trimEnd().split("\n");

describe("the authors' data of paper 004", () => {
  it("are rendered byte for byte", () => {
    const tuples: { source_line: number }[] = JSON.parse(readText("tuples_dev.json"));
    const byLine = new Map(tuples.map((row) => [row.source_line, row]));
    const theirs: Record<string, Record<string, { templates: string[] }>> = JSON.parse(
      readText("templates_sample.json"),
    );
    const lines = readLines("expected_dev.jsonl");
    for (const line of lines) {
      const { source_line, dimension, category, template_index, authority_source, belief_source, ...wanted } =
        JSON.parse(line);
      const template = theirs[dimension]?.[category]?.templates[template_index];
      const result = renderRequest({ tuple: byLine.get(source_line), template, authority_source, belief_source });
      expect(result).toEqual({ ok: true, rendered: wanted });
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  it("are classified alike under both rules", () => {
    const lines = readLines("classify_cases.jsonl");
    for (const line of lines) {
      const { answer, query_type, authors_substring_rule, strict_first_word_rule } = JSON.parse(line);
      expect(classifyAnswer(answer, query_type, "substring")).toBe(authors_substring_rule);
      expect(classifyAnswer(answer, query_type, "first-word")).toBe(strict_first_word_rule);
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  it("give the published counts and rates under both rules", () => {
    const expected = JSON.parse(readText("synthetic_results/expected_cfr.json"));
    for (const model of Object.keys(expected)) {
      const files = readdirSync(sharedData(`eob/synthetic_results/${model}`));
      const answers = files.flatMap((file) => readTable(`synthetic_results/${model}/${file}`, model));
      for (const rule of answerRules) {
        const table = createPairTable(rule);
        for (const answer of answers) table.add(answer);
        const score = scoreModel(model, table.pairs(model), table.repeated(model));
        expect(formatScore(score)).toMatchObject(expected[model][ruleNames[rule]]);
      }
    }
  });

  it("share no text with the shipped templates, because theirs have no licence", () => {
    const theirs = readText("templates_sample.json");
    for (const { text } of [...templates.values()].flat()) expect(theirs).not.toContain(JSON.stringify(text));
  });
});

function readTable(name: string, model: string) {
  const rows: Record<string, string>[] = parse(readText(name), { columns: true });
  return rows.map((row) => {
    const read = readResultRow(row, { model, queryOnly: false });
    if (!read.ok) throw new RangeError("published rows must be read");
    return read.answer;
  });
}
