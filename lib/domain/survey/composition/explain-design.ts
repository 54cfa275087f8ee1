import type * as z from "zod";

/**
 * What each field of a design file must be, and how to fix it. Each text follows the name of the field in a sentence.
 */
const remedies: readonly [RegExp, string][] = [
  [/^$/, 'must be one JSON object, such as {"seed":7,"sessions":560}'],
  [/^seed$/, "must be a number or a text of 1 to 200 characters: the same seed gives the same sessions"],
  [/^sessions$/, "must be a whole number from 1 to 500000; omit it for the smallest exact number"],
  [/^itemsPerSession$/, "must be a whole number from 1 to 500"],
  [/^timeLimitSeconds$/, "must be a whole number of seconds from 5 to 3600; omit it for no time limit"],
  [/^draw$/, "must be a whole number of 1 or more; omit it to use all items"],
  [/^strata$/, 'must be a list of 1 to 200 groups, such as [{"key":"18-29/female","share":0.5}, ...]'],
  [/^strata\.\d+$/, 'must be a group with "key" and "share"'],
  [/^strata\.\d+\.key$/, "must be a name of 1 to 100 characters"],
  [/^strata\.\d+\.share$/, "must be a number from 0 to 1: the group's share of all sessions"],
  [
    /^factors$/,
    'must be a list of up to 5 factors, such as [{"name":"story","levels":["story","no-story"],"varies":"between"}]',
  ],
  [/^factors\.\d+$/, 'must be a factor with "name", "levels" and "varies"'],
  [/^factors\.\d+\.name$/, "must be a name of 1 to 100 characters"],
  [/^factors\.\d+\.levels$/, "must be a list of 1 to 10 names"],
  [/^factors\.\d+\.levels\.\d+$/, "must be a name of 1 to 100 characters"],
  [/^factors\.\d+\.varies$/, 'must be "between" (people) or "within" (a session)'],
  [/^rules$/, "must be a list of up to 40 rules"],
  [
    /^rules\.\d+\.order$/,
    'must be "fixed", "random", "latin-square", {"withinBlocks": "fixed" | "random"} or {"blocksOf": name}, the name of an attribute, "story" or "group"',
  ],
  [/^rules\.\d+\.reading$/, "must be a whole number from 2 to 100: statements after one reading of a story"],
  [/^rules\.\d+\.check$/, "must be a name of 1 to 100 characters"],
  [/^rules\.\d+\.(from|to)$/, "must be a whole number from 1 to 499: items before the page"],
  [/^rules\.\d+\.atMost$/, "must be a whole number from 1 to 500"],
  [
    /^rules\.\d+\.of$/,
    'must be the name of an attribute, "story" or "group"; {"atMost":2,"of":"order"} has both fields',
  ],
  [/^rules\.\d+\.(onePer|balance)$/, 'must be the name of an attribute, "story" or "group"'],
];

const ruleShapes =
  'must be one of {"onePer":name}, {"balance":name}, {"atMost":n,"of":name}, {"reading":n} and {"order":"fixed" | "random" | "latin-square" | {"blocksOf":name} | {"withinBlocks":"fixed" | "random"}}, and {"check":name,"from":n,"to":n}';

const ruleFields: readonly (readonly string[])[] = [
  ["onePer"],
  ["balance"],
  ["atMost", "of"],
  ["reading"],
  ["order"],
  ["check", "from", "to"],
];

const fieldsByPath: readonly [RegExp, string][] = [
  [/^$/, "seed, sessions, itemsPerSession, timeLimitSeconds, draw, strata, factors and rules"],
  [/^strata\.\d+$/, "key and share"],
  [/^factors\.\d+$/, "name, levels and varies"],
];

/**
 * One sentence that says which field of a design file is invalid and what it must be. Custom errors ("names a level
 * twice") already say this; parser errors are reworded in terms of the file format.
 *
 * @param design the parsed value, to find the fields of the intended kind of rule
 */
export function explainDesign(error: z.ZodError, design: unknown): string {
  const issue = error.issues[0];
  if (!issue) return "is not valid";
  const path = issue.path.map(String);
  if (issue.code === "custom") return formatSentence(path, issue.message);
  if (issue.code === "unrecognized_keys" && path[0] !== "rules") {
    const knownFields = fieldsByPath.find(([pattern]) => pattern.test(path.join(".")))?.[1];
    return `${formatPath([...path, issue.keys[0] ?? ""])} is not a field of a design; the known fields are ${knownFields}`;
  }
  const exactPath = path[0] === "rules" && path.length > 1 ? findFieldOfRule(path, design) : path;
  if (exactPath === null) return formatSentence(path.slice(0, 2), ruleShapes);
  const remedy = remedies.find(([pattern]) => pattern.test(exactPath.join(".")))?.[1];
  return formatSentence(exactPath, remedy ?? "is not valid");
}

/** The path to the invalid field of a rule, if the rule's fields match one kind of rule; otherwise null. */
function findFieldOfRule(path: readonly string[], design: unknown): string[] | null {
  const rules = typeof design === "object" && design !== null && "rules" in design ? design.rules : undefined;
  const rulePath = path.slice(0, 2);
  const rule: unknown = Array.isArray(rules) ? rules[Number(path[1])] : undefined;
  if (typeof rule !== "object" || rule === null) return null;
  const shape = ruleFields.find((fields) => fields.some((field) => Object.hasOwn(rule, field)));
  if (!shape || Object.keys(rule).some((field) => !shape.includes(field))) return null;
  if (shape.length === 1) return [...rulePath, shape[0] as string];
  if (shape[0] === "check") return [...rulePath, path[2] ?? "check"];
  const { atMost } = rule as { atMost?: unknown };
  const isCount = typeof atMost === "number" && Number.isInteger(atMost) && atMost >= 1 && atMost <= 500;
  return [...rulePath, isCount ? "of" : "atMost"];
}

function formatSentence(path: readonly string[], clause: string): string {
  return path.length === 0 ? `the design ${clause}` : `${formatPath(path)} ${clause}`;
}

/** A path as in JavaScript: "factors[0].levels". */
function formatPath(path: readonly string[]): string {
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}
