import { checkLimits } from "../../statistics/agreement/agreement-coverage.ts";
import { nominalAgreement, type RatedUnit, summedEstimate } from "../../statistics/agreement/nominal-agreement.ts";
import { setF1 } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { type NamedRelation, spanName } from "../../tasks/answers/comparable-answer.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import { type AnswerAgreement, createAgreement } from "./agreement-measure.ts";
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
    items.map((compared) =>
      sumsOfF1(
        compared.map(({ texts }) =>
          texts.map(({ answer }) =>
            spansOf(answer[field.name])
              .filter((span) => label === null || span.label === label)
              .map((span) => spanName(field.name, span)),
          ),
        ),
      ),
    ),
  );
  const { alpha: tokens, disagreement } = nominalAgreement(
    items.map((compared) => compared.flatMap((one) => tokensIn(field, one, label))),
  );
  return [
    createAgreement("span-f1", of, f1),
    createAgreement("token-alpha", of, { ...tokens, ...checkLimits(tokens, disagreement) }),
  ];
}

/** The sums of F1: twice the shared members of the sets that people gave, and all members; null without members. */
function sumsOfF1(sets: readonly (readonly (readonly string[])[])[]): [number, number] | null {
  const { pairs, shared, spans } = setF1(sets);
  return pairs === 0 ? null : [2 * shared, spans];
}

/**
 * F1 of equal relations, of all or of one label. Relations are equal if both ends have equal positions and labels, and
 * the labels of the relations are equal.
 */
export function computeRelationAgreement(
  items: readonly (readonly ComparedAnswers[])[],
  { of, label = null }: { of: AnswerAgreement["of"]; label?: string | null },
): AnswerAgreement {
  const relationsIn = (text: string) =>
    (JSON.parse(text) as NamedRelation[])
      .filter((relation) => label === null || relation[1] === label)
      .map((relation) => JSON.stringify(relation));
  const f1 = summedEstimate(
    items.map((compared) => sumsOfF1(compared.map(({ texts }) => texts.map(({ text }) => relationsIn(text))))),
  );
  return createAgreement("relation-f1", of, f1);
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
