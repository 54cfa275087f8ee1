import { formatPInSentence } from "../../../format/figures.ts";
import { adjustPValues } from "../../../statistics/basics/adjust-p-values.ts";
import { minClusters } from "../../../statistics/clustered/clustered-estimate.ts";
import { wildWaldTest } from "../../../statistics/clustered/wild-wald-test.ts";
import { describeDisagreement } from "../../../statistics/referee/wording.ts";
import { clusteredRegression, waldTest } from "../../../statistics/regression/clustered-regression.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusterOf } from "../../model/share.ts";
import { attributeGroups, type Grouping, listBreakdowns } from "../../preparation/prepare-depth.ts";
import type { CellMaterial, Subject } from "../cell-material.ts";
import { refusedView, shownView, test, textCell, type View } from "../view.ts";

const interactionsHead = {
  id: "interactions",
  title: "Does the distance to a model depend on the item?",
  lead: "For each attribute of items, whether people minus model differs between its values: a test of interaction, not two tests side by side.",
};

/**
 * Compares people (mean person and majority) with each model by each attribute of items: Wald tests over stories,
 * corrected together by Holm. Each test is a regression, and dozens of models take seconds, so the generator yields its
 * progress.
 */
export function* interactionsView({ results, cells, subjects }: CellMaterial): Generator<number, View> {
  const attributes = listBreakdowns(results.items).flatMap((name) => attributeGroups(results.items, name) ?? []);
  const people = subjects.filter(({ side }) => side !== "model");
  const models = subjects.filter(({ side }) => side === "model");
  const combinations = attributes.flatMap((attribute) =>
    people.flatMap((side) => models.map((model) => ({ attribute, side, model }))),
  );
  const rows: ((typeof combinations)[number] & Interaction)[] = [];
  for (const [index, { attribute, side, model }] of combinations.entries()) {
    yield index / combinations.length;
    rows.push({ attribute, side, model, ...testInteraction(cells, attribute, side, model) });
  }
  if (rows.length === 0)
    return refusedView(
      interactionsHead,
      "Requires an attribute that divides the items, answers of people, and a model.",
    );
  const adjusted = adjustPValues(
    rows.map(({ p }) => p),
    "holm",
  );
  return shownView(interactionsHead, {
    conclusions: [
      "A Wald test over stories (cells, where there are fewer than five) that people minus model is the same for every value of the attribute: CR2 with Hotelling’s T squared and its degrees of freedom (HTZ); with five to twelve stories, also all sign patterns.",
    ],
    findings: rows.map(({ attribute, side, model, p, n, reason, signPatterns }, index) =>
      p === null
        ? `Whether ${side.label} minus ${model.label} depends on ${attribute.key} is not tested (n = ${n} cells): ${reason}`
        : `Whether ${side.label} minus ${model.label} depends on ${attribute.key} (n = ${n} cells): ${formatPInSentence(p)}, ${formatPInSentence(adjusted[index]!)} after Holm over ${rows.length}${signPatterns === null ? "" : `, ${formatPInSentence(signPatterns)} over all sign patterns`}.${describeDisagreement(p, signPatterns, 0.05)}${reason ? ` ${reason}` : ""}`,
    ),
    tables: [
      {
        name: "interactions",
        caption: `Whether people minus model depends on an attribute of items; p with Holm correction (${rows.length} tests)`,
        columns: ["Attribute", "Comparator", "Model", "Test"],
        rows: rows.map(({ attribute, side, model, p, n, reason, signPatterns }, index) => [
          textCell(attribute.key),
          textCell(side.label),
          textCell(model.label),
          test(p, n, reason, adjusted[index] ?? null, { signPatterns }),
        ]),
      },
    ],
  });
}

interface Interaction {
  p: number | null;
  n: number;
  reason: string | null;
  signPatterns: number | null;
}

function testInteraction(
  cells: readonly ResultCell[],
  attribute: Grouping,
  side: Subject,
  model: Subject,
): Interaction {
  const rows = cells.flatMap((cell) => {
    const [people, other] = [side.score(cell), model.score(cell)];
    const value = attribute.groupOf(cell.item);
    return people === null || other === null || value === null
      ? []
      : [{ difference: people - other, value, story: clusterOf(cell.item).id }];
  });
  const values = [...new Set(rows.map(({ value }) => value))].sort();
  const stories = new Set(rows.map(({ story }) => story)).size;
  const isClustered = stories >= minClusters && stories < rows.length;
  const differences = rows.map(({ difference }) => difference);
  const indicators = rows.map(({ value }) => [1, ...values.slice(1).map((one) => Number(one === value))]);
  const kinds = isClustered ? [rows.map(({ story }) => story)] : [];
  const columns = values.slice(1).map((_, index) => index + 1);
  const fit = clusteredRegression(differences, indicators, kinds);
  const wald = fit && waldTest(fit, columns);
  const independenceNote = stories < minClusters ? `With ${stories} stories, cells are treated as independent.` : null;
  return {
    p: wald?.pvalue ?? null,
    n: rows.length,
    reason: wald ? independenceNote : "There are too few stories for so many values, or the differences do not vary.",
    signPatterns: wald ? (wildWaldTest(differences, indicators, kinds, columns)?.pvalue ?? null) : null,
  };
}
