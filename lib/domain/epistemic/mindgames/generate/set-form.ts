import * as z from "zod";
import { exampleSplit } from "../../../items/example-split.ts";
import { requiredText } from "../../../text.ts";
import { type Setup, setups } from "../problem.ts";
import { setupLabels } from "../setup-labels.ts";
import { type GeneratorSettings, presets } from "./settings.ts";

/** Depths that the form of a set offers: number of knowledge operators inside the outer one. */
export const offeredDepths = [0, 1, 2, 3] as const;
/** Numbers of persons that it offers. */
export const offeredPersons = [2, 3, 4, 5, 6] as const;
/** Maximum number of problems per setup in the form; larger sets can be generated on the command line. */
export const maxPerSetup = 5_000;

const countMessage = `must be an even whole number up to ${maxPerSetup}`;
/** The number of problems of one setup, half of them entailed. The setup is omitted if the number is 0. */
const problems = z
  .string()
  .regex(/^\d{1,4}$/u, countMessage)
  .refine((text) => Number(text) <= maxPerSetup && Number(text) % 2 === 0, countMessage);
const oneOf = <Value extends string>(values: readonly Value[]) => z.enum(values as readonly [Value, ...Value[]]);
/** A group of checkboxes, which browsers submit as one value, several values, or none. */
const checkboxGroup = <Value extends string>(values: readonly Value[]) =>
  z
    .union([oneOf(values).transform((one) => [one]), z.array(oneOf(values)).max(values.length)])
    .default([])
    .transform((chosen) => [...new Set(chosen)]);

/** The form of a new set of problems, as a browser submits it. Each setup has a field for its number of problems. */
export const problemSetFormSchema = z
  .strictObject({
    benchmark: requiredText(200),
    preset: z.enum(["balanced", "paper", "released"]),
    forehead: problems,
    forehead_mirror: problems,
    internal: problems,
    explicit: problems,
    depths: checkboxGroup(offeredDepths.map(String)).refine(
      (chosen) => chosen.length > 0,
      "must be at least one order",
    ),
    /** The number of additional problems that serve only as few-shot examples. */
    examples: z
      .string()
      .regex(/^\d{1,3}$/u, "must be a whole number up to 200")
      .refine((text) => Number(text) <= 200, "must be a whole number up to 200")
      .default("0"),
    persons: checkboxGroup(offeredPersons.map(String)).refine(
      (chosen) => chosen.length > 0,
      "must be at least one number",
    ),
    seed: requiredText(100),
  })
  .refine((form) => setups.some((setup) => Number(form[setup]) > 0), {
    path: ["forehead"],
    message: "must be above 0 for at least one setup",
  });
export type ProblemSetForm = z.infer<typeof problemSetFormSchema>;

/**
 * Converts the form to settings of the generator: the preset's settings, with weights restricted to the chosen values.
 */
export function settingsOfForm({ preset, depths, persons, ...form }: ProblemSetForm): GeneratorSettings {
  const base: GeneratorSettings = presets[preset];
  const chosenSetups = setups.filter((setup) => Number(form[setup]) > 0);
  const numberOf = (setup: Setup) => Number(form[setup]);
  const total = chosenSetups.reduce((sum, setup) => sum + numberOf(setup), 0);
  const examples = Number(form.examples);
  const countWithExamples = (setup: Setup) =>
    numberOf(setup) + 2 * Math.round((examples * numberOf(setup)) / total / 2);
  return {
    ...base,
    setups: chosenSetups,
    ...(examples > 0
      ? {
          splits: [
            ["test", total],
            [exampleSplit, examples],
          ],
        }
      : {}),
    rowsPerSetup: Object.fromEntries(chosenSetups.map((setup) => [setup, countWithExamples(setup)])),
    depths: restrictWeights(depths, base.depths),
    persons: restrictWeights(persons, base.persons),
  };
}

/** Describes how a set was generated. The description is stored with the set. */
export function describeGeneration(form: ProblemSetForm): string {
  const settings = settingsOfForm(form);
  const numbers = settings.setups.map((setup) => `${setupLabels[setup].name} ${form[setup]}`).join(", ");
  const examples = form.examples === "0" ? "" : `, and ${form.examples} as few-shot examples`;
  const orders = form.depths.map((depth) => Number(depth) + 1).join(", ");
  const pairingText = settings.pairs ? "in pairs with opposite labels" : "half of them entailed";
  return `Generated: problems by setup (${numbers}), ${pairingText}${examples}; beliefs of order ${orders}; ${form.persons.join(", ")} persons; preset “${form.preset}”; seed “${form.seed.trim()}”.`;
}

function restrictWeights(chosen: readonly string[], known: readonly (readonly [number, number])[]): [number, number][] {
  const weights = new Map(known);
  return chosen.map((text) => [Number(text), weights.get(Number(text)) ?? averageWeight(known)]);
}

/** The weight of a chosen value without a weight in the preset: the average weight. */
function averageWeight(known: readonly (readonly [number, number])[]): number {
  return known.reduce((sum, [, weight]) => sum + weight, 0) / known.length;
}
