import { readFileSync } from "node:fs";
import type { MindgamesRow } from "../mindgames/row.ts";

/** The lines of a fixture file. */
export function fixtureLines(name: string): string[] {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
}

/** Released rows: 200 balanced ones and 4 whose text and formula give different labels. */
export const releasedRows: MindgamesRow[] = ["mindgames-dev.jsonl", "mindgames-dev-flips.jsonl"]
  .flatMap(fixtureLines)
  .map((line) => JSON.parse(line));

export interface Mismatch {
  index: number;
  observation_in_smcdel: Record<string, number[]>;
  observation_in_text: Record<string, number[]>;
  gold_label: string;
  label_if_text_is_taken_literally: string;
  text_premise_contradictory: boolean;
}

/** Rows whose text and formula disagree, with the label of each. */
export const mismatches: Map<number, Mismatch> = new Map(
  fixtureLines("mindgames-dev-mismatches.jsonl")
    .map((line): Mismatch => JSON.parse(line))
    .map((mismatch) => [mismatch.index, mismatch]),
);
