import * as z from "zod";
import { requiredText } from "../../text.ts";

const name = requiredText(100);

const orderSchema = z.union([
  z.enum(["fixed", "random", "latin-square"]),
  z.strictObject({ blocksOf: name }),
  /** The order of the items of one block; by default that of the file for blocks in fixed order, otherwise random. */
  z.strictObject({ withinBlocks: z.enum(["fixed", "random"]) }),
]);

const ruleSchemas = [
  z.strictObject({ onePer: name }),
  z.strictObject({ atMost: z.int().min(1).max(500), of: name }),
  z.strictObject({ balance: name }),
  z.strictObject({ order: orderSchema }),
] as const;

/** One rule for every session of a study. `story` and `group` refer to an item's story and source group. */
export const sessionRuleSchema = z.union(ruleSchemas);
export type SessionRule = z.infer<typeof sessionRuleSchema>;

/**
 * The number of statements after one reading. A study stores it with its display settings, and its design file contains
 * it as a rule.
 */
const readingRuleSchema = z.strictObject({ reading: z.int().min(2).max(100) });

/**
 * The position of a page of questions among the items, a number of items before it. A study stores it with its pages, and
 * its design file contains it as a rule.
 */
const checkRuleSchema = z.strictObject({
  check: name,
  from: z.int().min(1).max(499),
  to: z.int().min(1).max(499),
});

export const layoutFactorSchema = z.strictObject({
  name,
  levels: z.array(name).min(1).max(10),
  /**
   * Between people: each session has one level. Within people: each session has every level, and their numbers differ by
   * at most one.
   */
  varies: z.enum(["between", "within"]).default("between"),
});

export const layoutStratumSchema = z.strictObject({ key: name, share: z.number().min(0).max(1) });

/**
 * A study's composition as a file: which items a session contains, under which conditions and in which order, and the
 * number of sessions by quota group. `docs/formats.md` describes it.
 */
export const layoutDesignSchema = z
  .strictObject({
    seed: z.union([z.number(), requiredText(200)]).transform(String),
    /** Absent: the smallest number of sessions with which every margin is equal. */
    sessions: z.int().min(1).max(500_000).optional(),
    itemsPerSession: z.int().min(1).max(500).default(1),
    /** The time limit of each item, in seconds; absent: none. It changes no session, only how it is answered. */
    timeLimitSeconds: z.int().min(5).max(3_600).optional(),
    /** Number of items that the study uses, drawn with the seed; absent: all items. */
    draw: z.int().min(1).max(1_000_000).optional(),
    strata: z
      .array(layoutStratumSchema)
      .min(1)
      .max(200)
      .default([{ key: "everybody", share: 1 }]),
    factors: z.array(layoutFactorSchema).max(10).default([]),
    rules: z
      .array(z.union([...ruleSchemas, readingRuleSchema, checkRuleSchema]))
      .max(40)
      .default([]),
  })
  .superRefine((design, context) => {
    refuseTwice(
      design.strata.map(({ key }) => key),
      "strata",
      context,
    );
    refuseTwice(
      design.factors.map((factor) => factor.name),
      "factors",
      context,
    );
    for (const [index, { levels }] of design.factors.entries()) {
      if (new Set(levels).size !== levels.length) {
        context.addIssue({ code: "custom", path: ["factors", index, "levels"], message: "names a level twice" });
      }
    }
    const sum = design.strata.reduce((total, { share }) => total + share, 0);
    if (Math.abs(sum - 1) > 1e-6) {
      context.addIssue({ code: "custom", path: ["strata"], message: `has shares that sum to ${round(sum)}, not to 1` });
    }
    if (design.rules.filter((rule) => "reading" in rule).length > 1) {
      context.addIssue({ code: "custom", path: ["rules"], message: "states the size of a reading twice" });
    }
    refuseOrders(design.rules, context);
    refuseChecks(design, context);
  });
export type LayoutDesign = z.infer<typeof layoutDesignSchema>;

function refuseOrders(rules: readonly object[], context: z.RefinementCtx): void {
  const orders = rules.flatMap((rule) => ("order" in rule ? [rule.order as z.infer<typeof orderSchema>] : []));
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["rules"], message });
  const count = (field: string) => orders.filter((order) => typeof order === "object" && field in order).length;
  if (new Set(orders.filter((order) => typeof order === "string")).size > 1 || count("blocksOf") > 1) {
    refuse("states two orders that contradict each other; one of them and one blocksOf are possible");
  } else if (count("withinBlocks") > 1 || (count("withinBlocks") === 1 && count("blocksOf") === 0)) {
    refuse("states withinBlocks twice or without blocksOf");
  }
}

function refuseChecks(
  { rules, itemsPerSession }: { rules: readonly object[]; itemsPerSession: number },
  context: z.RefinementCtx,
): void {
  const checks = rules.flatMap((rule) => ("check" in rule ? [rule as z.infer<typeof checkRuleSchema>] : []));
  refuseTwice(
    checks.map(({ check }) => check),
    "rules",
    context,
  );
  const wrong = checks.find(({ from, to }) => from > to || to >= itemsPerSession);
  if (!wrong) return;
  const message = `shows "${wrong.check}" after ${wrong.from} to ${wrong.to} items of ${itemsPerSession}, which is not possible`;
  context.addIssue({ code: "custom", path: ["rules"], message });
}

function refuseTwice(keys: readonly string[], path: string, context: z.RefinementCtx): void {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) {
    context.addIssue({ code: "custom", path: [path], message: `names "${twice}" twice` });
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
