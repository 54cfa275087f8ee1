import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Answer, Item } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey, type Presentation, renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { decideParity, type Parity } from "@/lib/domain/models/decide-parity.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { type AnswerSource, readModelAnswer } from "@/lib/domain/models/read-model-answer.ts";

/** A version of the item that a row names. */
export interface ItemCandidate {
  id: string;
  externalId: string;
  item: Item;
}

/** A row ready to be stored. */
export interface PreparedPrediction {
  model: string;
  externalId: string;
  itemVersionId: string;
  item: Item;
  conditionKey: string;
  condition: Record<string, string>;
  repeat: number;
  prompt: string | null;
  answer: Answer | null;
  answerKey: string | null;
  /** The source of the answer; null if the row has none. */
  readFrom: AnswerSource | null;
  /** Version and rule of the parser of model texts; null if no text was parsed. */
  readerVersion: number | null;
  readingRule: string | null;
  logprobs: Record<string, number | null> | null;
  output: string | null;
  contentFingerprint: string | null;
  presentationFingerprint: string | null;
  parity: Parity;
  rowHash: string;
}

export type PreparationResult =
  | { ok: true; prediction: PreparedPrediction }
  | { ok: false; field: string; message: string };

/**
 * Parses a row's answer and decides its parity. If an item has several versions, the row belongs to the newest version
 * that was proven by its prompt or fingerprint; without proof it belongs to the newest version. If the row states no
 * order of the options, its order is the one that its prompt proves.
 *
 * @param candidates the item's versions, newest first
 * @param presentation the texts with which the model was asked; by default those of the kind
 */
export function prepareRow(
  row: PredictionRow,
  candidates: readonly ItemCandidate[],
  presentation: Presentation = {},
): PreparationResult {
  const newest = candidates[0];
  if (!newest) return { ok: false, field: "item", message: "is no item of this benchmark" };
  const assessedCandidates = candidates.flatMap((candidate) =>
    listPossibleConditions(row, candidate.item).map((condition) => ({
      candidate,
      condition,
      ...decideParity(candidate.item, condition, row, presentation),
    })),
  );
  const chosen = assessedCandidates.find(({ parity }) => parity === "verified") ?? assessedCandidates[0]!;
  const {
    candidate: { item },
    condition,
  } = chosen;
  const parsedAnswer = readModelAnswer(item, condition, row);
  if (!parsedAnswer.ok) return parsedAnswer;
  const isVerified = chosen.parity === "verified";
  return {
    ok: true,
    prediction: {
      model: row.model,
      externalId: row.item,
      itemVersionId: chosen.candidate.id,
      item,
      conditionKey: conditionKey(condition),
      condition,
      repeat: row.repeat,
      prompt: row.prompt ?? null,
      answer: parsedAnswer.answer,
      answerKey: parsedAnswer.answerKey,
      readFrom: parsedAnswer.from,
      readerVersion: parsedAnswer.reading?.version ?? null,
      readingRule: parsedAnswer.reading?.rule ?? null,
      logprobs: row.logprobs ?? null,
      output: row.output ?? null,
      contentFingerprint:
        row.contentFingerprint ??
        (isVerified ? renderStimulus(item, condition, presentation).contentFingerprint : null),
      presentationFingerprint: row.presentationFingerprint ?? null,
      parity: chosen.parity,
      rowHash: hashRow(row),
    },
  };
}

/** The condition of a row; if it has a prompt and no order of the options, also the condition with each order. */
function listPossibleConditions({ condition, prompt }: PredictionRow, { kind }: Item): Record<string, string>[] {
  const isOrderStated = prompt === undefined || prompt === null || condition.optionOrder !== undefined;
  const factor = isOrderStated ? undefined : requireKind(kind).factors.find(({ name }) => name === "optionOrder");
  return [condition, ...(factor?.levels ?? []).map(({ value }) => ({ ...condition, optionOrder: value }))];
}

/** A hash of a row's content; absent and null values are equal, and the canary is ignored. */
function hashRow({ canary: _canary, ...content }: PredictionRow): string {
  return fingerprint(canonicalJson(Object.fromEntries(Object.entries(content).filter(([, value]) => value != null))));
}
