import { selectionOfText, textOfSelection } from "../../items/item-selection.ts";
import { cleaningRuleNames } from "../../survey/cleaning/cleaning-rules.ts";
import {
  type AnalysisPlan,
  isWholeTest,
  type PlannedTest,
  type PlannedTestKind,
  plannedTestKinds,
} from "./analysis-plan.ts";
import { formatTestLine, parseTestLine } from "./test-line.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A form field whose text cannot be parsed, with a message for the user. */
export class UnreadablePlanField extends Error {
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.field = field;
  }
}

/** Kinds of tests that need a named subject. */
export const namedTestKinds: readonly PlannedTestKind[] = ["levels", "groups-of-people"];

/**
 * Parses the plan document of a submitted form; its schema validates the document afterwards. Lists have one entry per
 * line. Several attributes of one kind of test are separated by commas. An interim look is a share, "0.5", or a share
 * and its maximum level, "0.5: 0.01". A further test is a line of `parseTestLine`.
 *
 * @throws UnreadablePlanField for a selection of items or a further test that cannot be parsed
 */
export function parsePlanForm(fields: Fields): unknown {
  const text = (name: string) => (typeof fields[name] === "string" ? (fields[name] as string).trim() : "");
  const isTicked = (name: string) => text(name) === "yes";
  const selectedValues = (name: string) => [fields[name] ?? []].flat().map(String);
  const cleaning = cleaningRuleNames
    .filter((rule) => text(`cleaning-${rule}`) !== "")
    .map((rule) => ({ rule, limit: Number(text(`limit-${rule}`)), action: text(`cleaning-${rule}`) }));
  const outcomeItems = readField("outcomeItems", () => selectionOfText(text("outcomeItems")));
  return {
    models: linesOf(text("models")),
    comparator: { kind: text("comparator"), k: text("k") === "" ? null : Number(text("k")) },
    outcome: {
      measure: text("measure"),
      answer: text("answer"),
      ...(outcomeItems ? { items: outcomeItems } : {}),
    },
    ties: text("ties"),
    unparsed: text("unparsed"),
    exclusions: {
      openStratum: isTicked("openStratum"),
      surplus: isTicked("surplus"),
      excluded: isTicked("excluded"),
      mismatched: isTicked("mismatched"),
      rules: linesOf(text("rules")),
      ...(text("missedChecks") === "" ? {} : { missedChecks: Number(text("missedChecks")) }),
      ...(cleaning.length === 0 ? {} : { cleaning }),
    },
    clusters: selectedValues("clusters"),
    family: {
      method: text("method"),
      alpha: Number(text("alpha")),
      tests: [
        ...plannedTestKinds
          .filter((kind) => selectedValues("tests").includes(kind))
          .flatMap((kind) => {
            const hypothesis = text(`hypothesis-${kind}`);
            const subjects = namedTestKinds.includes(kind) ? text(`of-${kind}`).split(",") : [""];
            return subjects.map((of) => ({ kind, of: of.trim(), hypothesis }));
          }),
        ...readField("moreTests", () => linesOf(text("moreTests")).map(parseTestLine)),
      ],
    },
    margin: text("margin") === "" ? null : Number(text("margin")),
    stopping: {
      rule: text("stopping"),
      date: text("date") === "" ? null : text("date"),
      looks: linesOf(text("looks")).map((line) => {
        const [share, alpha] = line.split(":");
        return { share: Number(share), ...(alpha === undefined ? {} : { alpha: Number(alpha) }) };
      }),
      text: text("stoppingText"),
    },
    exploratory: text("exploratory"),
    ...(text("marginReason") === "" ? {} : { marginReason: text("marginReason") }),
    ...(text("simulation") === "" ? {} : { simulation: text("simulation") }),
  };
}

/** The tests that the form shows as a checkbox; the others are lines of text. */
export function tickedTests({ family: { tests } }: AnalysisPlan): PlannedTest[] {
  const first = new Map<PlannedTestKind, PlannedTest>();
  return tests.filter((test) => {
    if (!isWholeTest(test) || test.role !== undefined || test.of.includes(",")) return false;
    const firstOfKind = first.get(test.kind);
    if (!firstOfKind) first.set(test.kind, test);
    const isNamed = namedTestKinds.includes(test.kind);
    return firstOfKind ? isNamed && firstOfKind.hypothesis === test.hypothesis : isNamed || test.of === "";
  });
}

/** The form values of a plan: the inverse of `parsePlanForm`, except for the order of the tests. */
export function formatPlanForm(plan: AnalysisPlan): Record<string, string> {
  const { comparator, outcome, exclusions, family, stopping } = plan;
  const yes = (value: boolean) => (value ? "yes" : "");
  const ticked = tickedTests(plan);
  const perTest = plannedTestKinds.flatMap((kind) => {
    const kindTests = ticked.filter((test) => test.kind === kind);
    return [
      [`hypothesis-${kind}`, kindTests[0]?.hypothesis ?? ""],
      [`of-${kind}`, kindTests.map(({ of }) => of).join(", ")],
    ];
  });
  return {
    models: plan.models.join("\n"),
    comparator: comparator.kind,
    k: comparator.k === null ? "" : String(comparator.k),
    measure: outcome.measure,
    answer: outcome.answer,
    outcomeItems: outcome.items ? textOfSelection(outcome.items) : "",
    moreTests: family.tests
      .filter((test) => !ticked.includes(test))
      .map(formatTestLine)
      .join("\n"),
    ties: plan.ties,
    unparsed: plan.unparsed,
    openStratum: yes(exclusions.openStratum),
    surplus: yes(exclusions.surplus),
    excluded: yes(exclusions.excluded),
    mismatched: yes(exclusions.mismatched),
    rules: exclusions.rules.join("\n"),
    missedChecks: exclusions.missedChecks ? String(exclusions.missedChecks) : "",
    ...Object.fromEntries(
      (exclusions.cleaning ?? []).flatMap(({ rule, limit, action }) => [
        [`cleaning-${rule}`, action],
        [`limit-${rule}`, String(limit)],
      ]),
    ),
    method: family.method,
    alpha: String(family.alpha),
    margin: plan.margin === null ? "" : String(plan.margin),
    stopping: stopping.rule,
    date: stopping.date ?? "",
    looks: stopping.looks
      .map(({ share, alpha }) => (alpha === undefined ? String(share) : `${share}: ${alpha}`))
      .join("\n"),
    stoppingText: stopping.text,
    exploratory: plan.exploratory,
    marginReason: plan.marginReason ?? "",
    simulation: plan.simulation ?? "",
    ...Object.fromEntries(perTest),
  };
}

/** The form field of a part of the plan: "family.tests.2.of" is "of-levels". */
export function findPlanField(path: string, fields: Fields): string {
  const [first = "", second = "", third = "", last = ""] = path.split(".");
  if (first === "outcome" && second === "items") return "outcomeItems";
  if (first === "exclusions" && second === "cleaning") {
    const { exclusions } = parsePlanForm({ ...fields, moreTests: "" }) as {
      exclusions: { cleaning?: { rule: string }[] };
    };
    const ruleName = exclusions.cleaning?.[Number(third)]?.rule;
    return ruleName === undefined ? "missedChecks" : `limit-${ruleName}`;
  }
  if (first === "family" && second === "tests" && third !== "") {
    const { family } = parsePlanForm({ ...fields, moreTests: "" }) as { family: { tests: { kind: string }[] } };
    const kind = family.tests[Number(third)]?.kind;
    return kind === undefined ? "moreTests" : `${last === "hypothesis" ? "hypothesis" : "of"}-${kind}`;
  }
  const names: Record<string, string> = {
    "comparator.kind": "comparator",
    "stopping.rule": "stopping",
    "stopping.text": "stoppingText",
  };
  return names[`${first}.${second}`] ?? (second === "" || /^\d+$/.test(second) ? first : second);
}

function readField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnreadablePlanField(field, error.message, { cause: error });
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
