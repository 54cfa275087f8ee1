import * as z from "zod";
import { formatCount, formatNumberOf, formatPercent, formatShare } from "../../format/figures.ts";
import { clusterOf, wilsonShare } from "../model/share.ts";
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
import { type GenerativeProfile, modelsOfProfile } from "./generative-profile.ts";
import type { SimulatedDesign } from "./simulated-study.ts";
import type { PlanTally } from "./tally.ts";

const axes = ["people", "stories", "difference", "margin"] as const;
type Axis = (typeof axes)[number];

/** What a point asks: the power of the test of a difference, or of equivalence for a model as good as people. */
const questions = ["difference", "equivalence"] as const;
type Question = (typeof questions)[number];

/** The plan under one size, difference or margin. */
export interface CurveScenario {
  axis: Axis;
  /** Number of people or stories, or a difference or margin from 0 to 1. */
  value: number;
  asks: Question;
  design: SimulatedDesign;
  profile: GenerativeProfile;
}

/** The first planned test of a scenario over its simulated studies. */
export const curvePointSchema = z.strictObject({
  axis: z.enum(axes),
  value: z.number(),
  asks: z.enum(questions),
  studies: z.number(),
  tested: z.number(),
  significant: z.number(),
  /** Mean width of the interval of the difference; null without an interval. */
  width: z.number().nullable(),
});
export type CurvePoint = z.infer<typeof curvePointSchema>;

const peopleFactors = [0.5, 1, 1.5, 2, 3];
const storyFactors = [0.5, 1, 2, 4];
const differences = [0.025, 0.05, 0.1, 0.15, 0.2];
const margins = [0.02, 0.05, 0.1, 0.15, 0.2];
/** The difference whose power is shown over people and stories. */
const usualDifference = 0.1;
/** The power for which a size is sought. */
const wantedPower = 0.8;

/** The scenarios of a plan: more or fewer people and stories, other true differences, other margins. */
export function curveScenarios(design: SimulatedDesign, profile: GenerativeProfile): CurveScenario[] {
  const { plan } = design;
  const asks: Question[] = [
    ...(plan.family.tests.some(({ kind }) => kind === "model-against-people") ? (["difference"] as const) : []),
    ...(plan.margin !== null && plan.family.tests.some(({ kind }) => kind === "equivalence")
      ? (["equivalence"] as const)
      : []),
  ];
  const at = (question: Question, distance = question === "difference" ? -usualDifference : 0): GenerativeProfile => ({
    ...profile,
    models: modelsOfProfile(profile, plan).map((model) => ({ ...model, distance })),
  });
  return asks.flatMap((question): CurveScenario[] => [
    ...peopleFactors.map((factor) => {
      const sized = withPeople(design, factor);
      return { axis: "people" as const, value: peopleOf(sized), asks: question, design: sized, profile: at(question) };
    }),
    ...storyFactors.map((factor) => {
      const sized = withStories(design, factor);
      return {
        axis: "stories" as const,
        value: storiesOf(sized),
        asks: question,
        design: sized,
        profile: at(question),
      };
    }),
    ...(question === "difference"
      ? differences.map((value) => ({
          axis: "difference" as const,
          value,
          asks: question,
          design,
          profile: at(question, -value),
        }))
      : margins.map((value) => ({
          axis: "margin" as const,
          value,
          asks: question,
          design: { ...design, plan: { ...plan, margin: value } },
          profile: at(question),
        }))),
  ]);
}

/** What a scenario's studies say about its first test. */
export function curvePoint({ axis, value, asks }: CurveScenario, { studies, tests }: PlanTally): CurvePoint {
  const kind = asks === "difference" ? "model-against-people" : "equivalence";
  const test = tests.find((one) => one.kind === kind);
  return {
    axis,
    value,
    asks,
    studies,
    tested: test?.tested ?? 0,
    significant: test?.rejected ?? 0,
    width: test && test.intervals > 0 ? test.widthSum / test.intervals : null,
  };
}

const head = {
  id: "plan-curves",
  title: "How power depends on people, stories, difference and margin",
  lead: "Every point is the plan on simulated data: its comparator, ties, family and stories. Over stories, each item has as many answers as planned.",
};

/** The curves, and the sizes at which a test reaches 80% power. */
export function planCurvesView(points: readonly CurvePoint[]): View {
  if (points.length === 0)
    return refusedView(head, "The plan names no test of people and models, so there is no curve.");
  return shownView(head, {
    sentences: questions.flatMap((asks) => axes.flatMap((axis) => sizeSentence(points, axis, asks) ?? [])),
    tables: [
      {
        name: "curves",
        caption: "Power of the first planned test of each kind, and mean width of the interval of its difference",
        columns: ["Over", "Value", "Test", "Power", "Width"],
        rows: points.map((point): ViewCell[] => [
          textCell(axisLabels[point.axis]),
          textCell(valueText(point)),
          textCell(askedOf(point)),
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
    figures: axes.flatMap((axis): ViewFigure[] => {
      const own = points.filter((point) => point.axis === axis);
      return own.length === 0
        ? []
        : [
            {
              name: `power-${axis}`,
              title: `Power over ${axisLabels[axis].toLowerCase()}`,
              unit: "share",
              across: axisLabels[axis],
              limits: "95% Monte Carlo limits",
              marks: own.map((point) => ({
                ...mark(valueText(point), point.asks === "difference" ? "person" : "model", powerOf(point)),
                series: askedOf(point),
              })),
              lines: [{ label: "80% power", value: wantedPower }],
            },
          ];
    }),
  });
}

const axisLabels: Readonly<Record<Axis, string>> = {
  people: "People",
  stories: "Stories",
  difference: "True difference",
  margin: "Margin",
};

function sizeSentence(points: readonly CurvePoint[], axis: Axis, asks: Question): string | null {
  const own = points
    .filter((point) => point.axis === axis && point.asks === asks && point.tested > 0)
    .sort((left, right) => left.value - right.value);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return null;
  const subject = asks === "difference" ? (axis === "difference" ? "a difference" : askedOf(first)) : askedOf(first);
  const powers = own.map(({ significant, tested }) => significant / tested);
  const from = powers.findIndex((power) => power >= wantedPower);
  if (from < 0)
    return `${formatShare(wantedPower)} power for ${subject} is not reached up to ${sizeOf(axis, last.value)} (${formatShare(powers.at(-1)!)}).`;
  if (from === 0)
    return `${formatShare(wantedPower)} power for ${subject} is reached at ${sizeOf(axis, first.value)} or below.`;
  const [low, high] = [own[from - 1]!, own[from]!];
  const share = (wantedPower - powers[from - 1]!) / (powers[from]! - powers[from - 1]!);
  const value = low.value + share * (high.value - low.value);
  const size = axis === "people" || axis === "stories" ? Math.ceil(value) : value;
  return `${formatShare(wantedPower)} power for ${subject} takes about ${sizeOf(axis, size)} (interpolated; ${formatNumberOf(high.studies, "simulated study", "simulated studies")} a point).`;
}

function sizeOf(axis: Axis, value: number): string {
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

function askedOf({ axis, asks }: CurvePoint): string {
  if (asks === "equivalence") return "equivalence of a model as good as people";
  return axis === "difference" ? "the difference" : `a difference of ${formatPercent(usualDifference)} points`;
}

function powerOf({ significant, tested }: CurvePoint) {
  const { value, low, high, n } = wilsonShare(significant, tested);
  return { value, low: tested === 0 ? null : low, high: tested === 0 ? null : high, n };
}

/** The design with a multiple of its people in each group, in the order in which they come. */
function withPeople(design: SimulatedDesign, factor: number): SimulatedDesign {
  return {
    ...design,
    strata: design.strata.map(({ key, slots }) => ({
      key,
      slots: Array.from(
        { length: Math.max(1, Math.round(slots.length * factor)) },
        (_, index) => slots[index % slots.length]!,
      ),
    })),
  };
}

/** The design with a multiple of its stories, each with its items and as many answers as planned. */
function withStories(design: SimulatedDesign, factor: number): SimulatedDesign {
  const clusters = [...new Set(design.items.map((item) => clusterOf(item).id))];
  if (factor < 1) {
    const kept = new Set(clusters.slice(0, Math.max(2, Math.round(clusters.length * factor))));
    const items = design.items.filter((item) => kept.has(clusterOf(item).id));
    const placeOf = new Map(items.map(({ id }, index) => [id, index]));
    return {
      ...design,
      items,
      strata: design.strata.map(({ key, slots }) => ({
        key,
        slots: slots
          .map((placements) =>
            placements.flatMap(({ item, condition }) => {
              const place = placeOf.get(design.items[item]?.id ?? "");
              return place === undefined ? [] : [{ item: place, condition }];
            }),
          )
          .filter(({ length }) => length > 0),
      })),
    };
  }
  const copies = Array.from({ length: Math.round(factor) }, (_, copy) => copy);
  return {
    ...design,
    items: copies.flatMap((copy) =>
      design.items.map((item) => {
        const cluster = clusterOf(item);
        const suffix = copy === 0 ? "" : `/${copy + 1}`;
        return {
          ...item,
          id: `${item.id}${suffix}`,
          storyId: `${item.storyId}${suffix}`,
          cluster: { ...cluster, id: `${cluster.id}${suffix}` },
        };
      }),
    ),
    strata: design.strata.map(({ key, slots }) => ({
      key,
      slots: copies.flatMap((copy) =>
        slots.map((placements) =>
          placements.map(({ item, condition }) => ({ item: item + copy * design.items.length, condition })),
        ),
      ),
    })),
  };
}

function peopleOf({ strata }: SimulatedDesign): number {
  return strata.reduce((sum, { slots }) => sum + slots.length, 0);
}

function storiesOf({ items }: SimulatedDesign): number {
  return new Set(items.map((item) => clusterOf(item).id)).size;
}
