import * as z from "zod";
import { requiredText } from "../../text.ts";

const name = requiredText(100);

const orderSchema = z.union([
  z.enum(["fixed", "random", "latin-square"]),
  z.strictObject({ blocksOf: name }),
  /**
   * The order of the items in each block; by default the order of the file if blocks are in fixed order, otherwise
   * random.
   */
  z.strictObject({ withinBlocks: z.enum(["fixed", "random"]) }),
]);

const ruleSchemas = [
  z.strictObject({ onePer: name }),
  z.strictObject({ atMost: z.int().min(1).max(500), of: name }),
  z.strictObject({ balance: name }),
  z.strictObject({ order: orderSchema }),
] as const;

/**
 * One rule for every session of a study. As attributes, `story` and `group` refer to an item's story and source group.
 */
export const sessionRuleSchema = z.union(ruleSchemas);
export type SessionRule = z.infer<typeof sessionRuleSchema>;

/**
 * The number of statements after one reading. A study stores it with its display settings; its design file contains it
 * as a rule.
 */
const readingRuleSchema = z.strictObject({ reading: z.int().min(2).max(100) });

/**
 * The position of a page of questions among the items, as a number of items before it. A study stores it with its
 * pages; its design file contains it as a rule.
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
   * Between people: each session has one level. Within people: each session has all levels, and their numbers differ by
   * at most one.
   */
  varies: z.enum(["between", "within"]).default("between"),
});

export const layoutStratumSchema = z.strictObject({ key: name, share: z.number().min(0).max(1) });

/**
 * A study's composition as a file: which items a session contains, under which conditions and in which order, and the
 * number of sessions of each quota group. `docs/formats.md` describes the format.
 */
export const layoutDesignSchema = z
  .strictObject({
    seed: z.union([z.number(), requiredText(200)]).transform(String),
    /** Absent: the smallest number of sessions for which every margin is equal. */
    sessions: z.int().min(1).max(500_000).optional(),
    itemsPerSession: z.int().min(1).max(500).default(1),
    /** The time limit of each item, in seconds; absent: none. It does not affect the sessions. */
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
    refuseDuplicates(
      design.strata.map(({ key }) => key),
      "strata",
      context,
    );
    refuseDuplicates(
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
    refuse("states two different orders; only one order and one blocksOf are possible");
  } else if (count("withinBlocks") > 1 || (count("withinBlocks") === 1 && count("blocksOf") === 0)) {
    refuse("states withinBlocks twice or without blocksOf");
  }
}

function refuseChecks(
  { rules, itemsPerSession }: { rules: readonly object[]; itemsPerSession: number },
  context: z.RefinementCtx,
): void {
  const checks = rules.flatMap((rule) => ("check" in rule ? [rule as z.infer<typeof checkRuleSchema>] : []));
  refuseDuplicates(
    checks.map(({ check }) => check),
    "rules",
    context,
  );
  const invalid = checks.find(({ from, to }) => from > to || to >= itemsPerSession);
  if (!invalid) return;
  const message = `shows "${invalid.check}" after ${invalid.from} to ${invalid.to} items of ${itemsPerSession}, which is not possible`;
  context.addIssue({ code: "custom", path: ["rules"], message });
}

function refuseDuplicates(keys: readonly string[], path: string, context: z.RefinementCtx): void {
  const duplicate = keys.find((key, index) => keys.indexOf(key) !== index);
  if (duplicate !== undefined) {
    context.addIssue({ code: "custom", path: [path], message: `names "${duplicate}" twice` });
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
