import { canary, flagColumn, integerColumn, listColumn, textColumn } from "../interchange/export-study-columns.ts";
import type { ExportRecord, ExportTable } from "../interchange/export-table.ts";
import type { Answer, ItemRow } from "../items/item.ts";
import { itemKinds } from "../items/kinds/registry.ts";

/** The models' answers to the items of a study, as a table. */
export const modelAnswersTable: ExportTable = {
  name: "models",
  description: "One row for each answer of a model to an item of the study.",
  columns: [
    textColumn("model", "name of the model"),
    textColumn("source", "where the answers come from"),
    textColumn("item", "name of the item in its item file"),
    textColumn("condition", "condition under which the model was asked, as sorted factor=level pairs"),
    integerColumn("repeat", "number of the repeat, from 0"),
    textColumn("prompt", "name of the prompt"),
    textColumn("read", "the answer as one word; empty if none could be read"),
    flagColumn("is_correct", "whether the answer agrees with the key; empty where no answer could be read"),
    flagColumn("counted", "whether the comparison with people counts it"),
    listColumn("compared_conditions", "conditions of the study that it is compared with"),
    textColumn("parity", "whether the model saw the same text as people", {
      verified: "the fingerprints agree",
      unverified: "no fingerprint to compare",
      mismatch: "another text",
    }),
    textColumn("output", "what the model returned"),
    textColumn("content_fingerprint", "SHA-256 of the content that the model saw"),
    textColumn("presentation_fingerprint", "SHA-256 of the presentation that the model saw"),
    canary,
  ],
};

/** `modelAnswersTable` without the columns that compare an answer with the answers of a study's people. */
export const benchmarkModelsTable: ExportTable = {
  ...modelAnswersTable,
  description: "One row for each answer of a model to an item of the benchmark.",
  columns: modelAnswersTable.columns.filter(({ name }) => !["counted", "compared_conditions", "parity"].includes(name)),
};

/** A line of the prediction file of an export. */
export interface PredictionFileLine {
  model: string;
  source: string;
  item: string;
  condition?: Readonly<Record<string, string>>;
  repeat?: number;
  prompt?: string;
  answer?: Answer;
  read?: string;
  counted?: boolean;
  beside?: readonly { condition: string; counted: boolean }[];
  parity: string;
  output?: string;
  contentFingerprint?: string;
  presentationFingerprint?: string;
  /** Only in the first line. */
  canary?: string;
}

/**
 * A line of the prediction file as a record of `modelAnswersTable`.
 *
 * @param conditionNames the keys of the study's conditions by ID
 */
export function modelAnswerRecord(
  line: PredictionFileLine,
  item: ItemRow | undefined,
  conditionNames: ReadonlyMap<string, { key: string }>,
): ExportRecord {
  const levels = Object.entries(line.condition ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
  const score = line.answer && item ? itemKinds[item.kind]?.score(line.answer, item.gold, item).correct : null;
  return {
    model: line.model,
    source: line.source,
    item: line.item,
    condition: levels.map(([factor, level]) => `${factor}=${level}`).join(";"),
    repeat: line.repeat ?? 0,
    prompt: line.prompt ?? null,
    read: line.read ?? null,
    is_correct: score ?? null,
    counted: line.counted === true,
    compared_conditions: (line.beside ?? [])
      .filter(({ counted }) => counted)
      .map(({ condition }) => conditionNames.get(condition)?.key ?? condition),
    parity: line.parity,
    output: line.output ?? null,
    content_fingerprint: line.contentFingerprint ?? null,
    presentation_fingerprint: line.presentationFingerprint ?? null,
    canary: line.canary ?? null,
  };
}
