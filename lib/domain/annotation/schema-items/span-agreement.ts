import { checkLimits } from "../../statistics/agreement/agreement-coverage.ts";
import { nominalAgreement, type RatedUnit, summedEstimate } from "../../statistics/agreement/nominal-agreement.ts";
import { spanF1 } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import type { ComparedAnswers } from "./answered-item.ts";

type SpansField = FieldOfType<"spans">;

/**
 * Agreement on all spans or on the spans of one label: F1 of exactly equal spans, and nominal alpha of the labels of
 * tokens. Tokens are runs of characters without spaces. In the jackknife all tokens of an item are omitted together.
 */
export function computeSpanFieldAgreement(
  field: SpansField,
  items: readonly (readonly ComparedAnswers[])[],
  { of, label = null }: { of: AnswerAgreement["of"]; label?: string | null },
): AnswerAgreement[] {
  const f1 = summedEstimate(
    items.map((compared) => {
      const { pairs, shared, spans } = spanF1(spansIn(field, compared, label));
      return pairs === 0 ? null : [2 * shared, spans];
    }),
  );
  const { alpha: tokens, disagreement } = nominalAgreement(
    items.map((compared) => compared.flatMap((one) => tokensIn(field, one, label))),
  );
  return [
    { measure: "span-f1", of, n: f1.n, value: f1.value, low: f1.low, high: f1.high, reason: null },
    { measure: "token-alpha", of, n: tokens.n, value: tokens.value, ...checkLimits(tokens, disagreement) },
  ];
}

/**
 * Spans by item and annotator, as ranges in the concatenated texts of the item. The offsets of each label are
 * different, so that spans with different labels are never equal.
 */
function spansIn(field: SpansField, compared: readonly ComparedAnswers[], label: string | null) {
  return compared.map(({ texts, fields }) => {
    const { offsets, length } = offsetsOf(fields, field);
    return texts.map(({ answer }) =>
      spansOf(answer[field.name])
        .filter((span) => label === null || span.label === label)
        .map(({ start, end, part = 0, label: spanLabel }): [number, number] => {
          const offset =
            (field.labels.findIndex(({ value }) => value === spanLabel) + 1) * length + (offsets[part] ?? 0);
          return [offset + start, offset + end];
        }),
    );
  });
}

/** The start of each text in the concatenated texts, and the total length. */
function offsetsOf(fields: TaskFields, field: SpansField): { offsets: number[]; length: number } {
  let length = 0;
  const offsets = markedTexts(fields[field.in]).map((text) => {
    const start = length;
    length += text.length + 1;
    return start;
  });
  return { offsets, length };
}

/**
 * The label that each person gave to each token, "" for none. If `label` is set: whether the person gave this label.
 */
function tokensIn(field: SpansField, { texts, fields }: ComparedAnswers, label: string | null): RatedUnit[] {
  const spansByAnswer = texts.map(({ answer }) => spansOf(answer[field.name]));
  return markedTexts(fields[field.in]).flatMap((text, part) =>
    [...text.matchAll(/\S+/gu)].map(
      ({ index, 0: token }): RatedUnit =>
        spansByAnswer.map((spans) => {
          const overlapping = spans.filter(
            (span) => (span.part ?? 0) === part && span.start < index + token.length && span.end > index,
          );
          if (label !== null) return overlapping.some((span) => span.label === label);
          return overlapping[0] === undefined ? "" : (overlapping[0].label ?? field.name);
        }),
    ),
  );
}
