import { formatCount, formatNumberOf, formatPercent, formatShare } from "../../format/figures.ts";
import { wilsonShare } from "../model/share.ts";
import {
  estimate,
  mark,
  refusedView,
  shownView,
  textCell,
  type View,
  type ViewCell,
  type ViewFigure,
} from "../views/view.ts";
import {
  type CurveAxis,
  type CurvePoint,
  type CurveQuestion,
  curveAxes,
  curveOf,
  curveQuestions,
  isNarrowing,
  type PowerTarget,
  powerShare,
} from "./plan-curves.ts";

const head = {
  id: "plan-curves",
  title: "How power depends on people, stories, difference and margin",
  lead: "Each point is the plan with its comparator, tie rule and family on simulated data. If the number of stories varies, each item has as many answers as planned.",
};

/** The curves, and the sizes at which a test reaches the target power. */
export function planCurvesView(simulated: readonly CurvePoint[], aim: PowerTarget): View {
  // Sorted, because sizes that were simulated later can be smaller than earlier ones.
  const points = curveAxes.flatMap((axis) =>
    curveQuestions.flatMap((asks) =>
      simulated
        .filter((point) => point.axis === axis && point.asks === asks)
        .sort((left, right) => left.value - right.value),
    ),
  );
  if (points.length === 0)
    return refusedView(head, "The plan names no test of people and models, so there is no curve.");
  return shownView(head, {
    sentences: curveQuestions.flatMap((asks) =>
      curveAxes.flatMap((axis) => sizeSentence(points, axis, asks, aim) ?? []),
    ),
    tables: [
      {
        name: "curves",
        caption: "Power of the first planned test of each kind, and mean width of the interval of its difference",
        columns: ["Over", "Value", "Test", "Power", "Width"],
        rows: points.map((point): ViewCell[] => [
          textCell(axisLabels[point.axis]),
          textCell(valueText(point)),
          textCell(describeQuestion(point, aim)),
          estimate(powerOf(point)),
          estimate({
            value: point.width,
            low: null,
            high: null,
            n: point.studies,
            reason: "The mean over the simulated studies.",
          }),
        ]),
      },
    ],
    figures: curveAxes.flatMap((axis): ViewFigure[] => {
      const axisPoints = points.filter((point) => point.axis === axis);
      return axisPoints.length === 0
        ? []
        : [
            {
              name: `power-${axis}`,
              title: `Power over ${axisLabels[axis].toLowerCase()}`,
              unit: "share",
              across: axisLabels[axis],
              limits: "95% Monte Carlo limits",
              marks: axisPoints.map((point) => ({
                ...mark(valueText(point), point.asks === "difference" ? "person" : "model", powerOf(point)),
                series: describeQuestion(point, aim),
              })),
              lines: [{ label: `${formatShare(aim.power)} power`, value: aim.power }],
            },
          ];
    }),
  });
}

const axisLabels: Readonly<Record<CurveAxis, string>> = {
  people: "People",
  stories: "Stories",
  difference: "True difference",
  margin: "Margin",
};

function sizeSentence(
  points: readonly CurvePoint[],
  axis: CurveAxis,
  asks: CurveQuestion,
  aim: PowerTarget,
): string | null {
  const curve = curveOf(points, axis, asks);
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return null;
  const subject =
    asks === "difference"
      ? axis === "difference"
        ? "a difference"
        : describeQuestion(first, aim)
      : describeQuestion(first, aim);
  const powers = curve.map(powerShare);
  const reachedIndex = powers.findIndex((power) => power >= aim.power);
  if (reachedIndex < 0)
    return `${formatShare(aim.power)} power for ${subject} is not reached up to ${formatSize(axis, last.value)} (${formatShare(powers.at(-1)!)}).${axis === "people" && !isNarrowing(curve) ? " More people hardly narrow its interval: add stories." : ""}`;
  if (reachedIndex === 0)
    return `${formatShare(aim.power)} power for ${subject} is reached at ${formatSize(axis, first.value)} or below.`;
  const [low, high] = [curve[reachedIndex - 1]!, curve[reachedIndex]!];
  const share = (aim.power - powers[reachedIndex - 1]!) / (powers[reachedIndex]! - powers[reachedIndex - 1]!);
  const value = low.value + share * (high.value - low.value);
  const size = axis === "people" || axis === "stories" ? Math.ceil(value) : value;
  return `${formatShare(aim.power)} power for ${subject} requires about ${formatSize(axis, size)} (interpolated; ${formatNumberOf(high.studies, "simulated study", "simulated studies")} per point).`;
}

function formatSize(axis: CurveAxis, value: number): string {
  switch (axis) {
    case "people":
      return formatNumberOf(value, "person", "people");
    case "stories":
      return formatNumberOf(value, "story", "stories");
    case "difference":
      return `a true difference of ${formatPercent(value)} points`;
    case "margin":
      return `a margin of ${formatPercent(value)} points`;
  }
}

function valueText({ axis, value }: CurvePoint): string {
  return axis === "people" || axis === "stories" ? formatCount(value) : `${formatPercent(value)} points`;
}

function describeQuestion({ axis, asks }: CurvePoint, { difference }: PowerTarget): string {
  if (asks === "equivalence") return "equivalence of a model as good as people";
  return axis === "difference" ? "the difference" : `a difference of ${formatPercent(difference)} points`;
}

function powerOf({ significant, tested }: CurvePoint) {
  const { value, low, high, n } = wilsonShare(significant, tested);
  return { value, low: tested === 0 ? null : low, high: tested === 0 ? null : high, n };
}
