import { formatNumber, formatNumberOf } from "../../../format/figures.ts";
import { type ItemLogitScale, itemLogitScale } from "../../../statistics/regression/item-logit-scale.ts";
import { type Material, modelAnswers } from "../material.ts";
import { type Check, descriptiveNumber, estimate, refusedView, shownView, textCell, type View } from "../view.ts";

const minItems = 5;

/** With fewer answers per person on average, the abilities of people cannot be estimated on the scale. */
export const minAnswersForPersonScale = 2;

/**
 * Items and models on one logit scale, for designs with about one answer per person: the easiness of items, estimated
 * from people with random items, and the distance of each model from people on the same items.
 */
export function itemScaleView(head: Pick<View, "id" | "title">, material: Material): View {
  const { scored, cells, models, results } = material;
  const fullHead = { ...head, lead };
  const people = scored.map(({ right, cell }) => ({ y: right, item: cell.item.id, isModel: 0 }));
  const items = new Set(people.map(({ item }) => item)).size;
  const checks: Check[] = [
    {
      says: "There are enough items",
      holds: items >= minItems,
      found: `${formatNumberOf(people.length, "answer")} to ${formatNumberOf(items, "item")}`,
    },
  ];
  if (items < minItems) return refusedView(fullHead, `Requires at least ${minItems} items.`, checks);
  const fits = models.map(({ id, label }) => {
    const rows = [
      ...people,
      ...cells.flatMap(({ item, models: answers }) => {
        const answer = answers.get(id);
        return answer ? modelAnswers(answer).map((y) => ({ y, item: item.id, isModel: 1 })) : [];
      }),
    ];
    return { label, ...fitScale(rows) };
  });
  const first = fits.find(({ fit }) => fit?.people !== null && fit !== null);
  if (!first?.fit) return refusedView(fullHead, fits[0]?.reason ?? "No model can be placed on the scale.", checks);
  const names = new Map(results.items.map(({ id, name }) => [id, name]));
  return shownView(fullHead, {
    checks: [
      ...checks,
      {
        says: "Items differ in easiness",
        holds: first.fit.singular === false,
        found: first.fit.singular
          ? "their standard deviation is 0, so ordinary logistic regression is used"
          : `standard deviation ${formatNumber(first.fit.sdItem!, 2)} logits (n = ${formatNumberOf(items, "item")}; no interval: the likelihood near 0 is not quadratic)`,
      },
    ],
    sentences: [
      "Logistic regression with random items and a fixed effect of the model, one fit for each model (Laplace, as R lme4 glmer). There is no effect of persons, because each person gave about one answer; intervals are Wald's. Each single answer of a model counts like one of a person.",
    ],
    tables: [
      {
        name: "models",
        caption: "How far each model is above people on the same items, in logits; positive: right more often",
        columns: ["Model", "Above people"],
        rows: fits.map(({ label, fit, reason }) => [
          textCell(label),
          estimate(
            {
              value: fit?.modelEffect ?? null,
              low: fit?.low ?? null,
              high: fit?.high ?? null,
              n: fit?.nModelAnswers ?? 0,
              reason: fit?.modelEffect == null ? reason : null,
            },
            "number",
          ),
        ]),
      },
      {
        name: "easiness",
        caption: `Easiness of items for people, in logits, hardest first; shrunk towards the mean of people (fitted together with ${first.label})`,
        columns: ["Item", "Easiness"],
        rows: first.fit.items
          .toSorted((left, right) => left.easiness - right.easiness)
          .map(({ item, n, easiness }) => [textCell(names.get(item) ?? item), descriptiveNumber(easiness, n)]),
      },
    ],
  });
}

const lead =
  "Easiness of items for people, and how far each model is above people on the same items (logits: one more multiplies the odds of a right answer by e).";

function fitScale(rows: readonly { y: number; item: string; isModel: number }[]): {
  fit: ItemLogitScale | null;
  reason: string | null;
} {
  try {
    const fit = itemLogitScale(
      rows.map(({ y }) => y),
      rows.map(({ item }) => item),
      rows.map(({ isModel }) => isModel),
    );
    return { fit, reason: fit.reason && `Not estimated: ${fit.reason}.` };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { fit: null, reason: `Not estimated: ${error.message}.` };
  }
}
