import type { SideTest } from "../comparison/side-test.ts";
import type { CellMaterial } from "../views/cell-material.ts";
import { factorsView } from "../views/models/effect-views.ts";
import type { EstimateCell, TestCell, View } from "../views/view.ts";

/** The result of one row of a plan's family, before any correction. */
export interface FoundTest {
  /** The tested hypothesis, as text. */
  says: string;
  p: number | null;
  n: number;
  /** Why there is no p-value; null if there is one. */
  reason: string | null;
  /** The tested difference with its interval; null or absent if the test has none. */
  estimate?: Pick<EstimateCell, "value" | "low" | "high" | "unit" | "reason"> | null;
  /** Whether a model of the test lacks more than 5% of its answers; "no difference" is then not concluded. */
  isIncomplete?: boolean;
  /** The stories or source groups of a test against the margin; absent for other tests. */
  clusters?: { count: number; many: string };
  /** Whether it is about a model without answers. */
  isAbsent?: boolean;
  /**
   * p if the missing and unparsed answers of its model favoured the other side, with their number; absent if no answer
   * is missing or unparsed.
   */
  worst?: { p: number; missing: number };
}

/** A difference of two sides as the estimate of a test, in points. */
export function differenceInPoints({ value, low, high, reason }: SideTest["difference"]): FoundTest["estimate"] {
  return { value, low, high, reason, unit: "points" };
}

/** The rows of a view's table that contain a test, by their labels, with the difference in points if they have one. */
export function listTestRows(view: View, name: string): FoundTest[] {
  const table = view.tables.find((one) => one.name === name);
  return (table?.rows ?? []).flatMap((row): FoundTest[] => {
    const cell = row.find((one): one is TestCell => one.kind === "test");
    const words = row.flatMap((one, index) => (one.kind === "text" && index < 2 ? [one.text] : []));
    const estimateCell = row.find((one): one is EstimateCell => one.kind === "estimate" && one.unit === "points");
    const estimate = estimateCell
      ? {
          value: estimateCell.value,
          low: estimateCell.low,
          high: estimateCell.high,
          unit: estimateCell.unit,
          reason: estimateCell.reason,
        }
      : null;
    return cell
      ? [
          {
            says: words.join(", "),
            p: cell.p,
            n: cell.n,
            reason: cell.p === null ? cell.reason : null,
            estimate,
            ...(cell.worst ? { worst: cell.worst } : {}),
          },
        ]
      : [];
  });
}

/** Whether a test is about this model. A model whose name begins with this model's name does not match. */
export function namesModel(says: string, label: string): boolean {
  const startsWithModel = [", ", " minus ", " within ", " not worse than "].some((next) =>
    says.startsWith(label + next),
  );
  return startsWithModel || says.endsWith(` minus ${label}`) || says.endsWith(` and ${label}`) || says === label;
}

/** The tests of a factor's effect, one for each subject. */
export function factorRows(material: CellMaterial, factor: string): FoundTest[] {
  return listTestRows(factorsView(material), "factors").filter(({ says }) => says.includes(`, ${factor}: `));
}

/** The tests of one attribute of people; one row without p if they cannot be computed. */
export function groupTests(groups: View | "accuracy alone" | null, attribute: string): FoundTest[] {
  const label = attribute.replaceAll("-", " ");
  const isAccuracyAlone = groups === "accuracy alone";
  const rows = groups && !isAccuracyAlone ? listTestRows(groups, "group-tests") : [];
  const attributeRows = rows.filter(({ says }) => says === `Do groups of ${label} differ?`);
  return attributeRows.length > 0
    ? attributeRows
    : [
        {
          says: `Do groups of ${label} differ?`,
          p: null,
          n: 0,
          reason: isAccuracyAlone
            ? "Groups of people are compared by right answers only."
            : groups
              ? "There are fewer than two such groups of people."
              : "The analyses of single answers are not computed yet.",
        },
      ];
}
