import * as z from "zod";
import { requiredText } from "../../../text.ts";
import { type Setup, setups } from "../problem.ts";
import { setupLabels } from "../setup-labels.ts";
import { type GeneratorSettings, presets } from "./settings.ts";

/** Orders of belief that the form of a set offers: knowledge operators inside the outer one. */
export const offeredDepths = [0, 1, 2, 3] as const;
/** Numbers of persons that it offers. */
export const offeredPersons = [2, 3, 4, 5, 6] as const;
/** Maximum number of problems per setup; larger sets require the command line. */
export const maxPerSetup = 5_000;

const count = `must be an even whole number from 2 to ${maxPerSetup}`;
const oneOf = <Value extends string>(values: readonly Value[]) => z.enum(values as readonly [Value, ...Value[]]);
/** A group of checkboxes is submitted as one value or several; none if nothing is ticked. */
const ticked = <Value extends string>(values: readonly Value[]) =>
  z
    .union([oneOf(values).transform((one) => [one]), z.array(oneOf(values)).max(values.length)])
    .default([])
    .transform((chosen) => [...new Set(chosen)]);

/** The form of a new set of problems, as submitted by a browser. */
export const problemSetFormSchema = z.strictObject({
  benchmark: requiredText(200),
  preset: z.enum(["paper", "released"]),
  problems: z
    .string()
    .regex(/^\d{1,4}$/u, count)
    .refine((text) => Number(text) >= 2 && Number(text) <= maxPerSetup && Number(text) % 2 === 0, count),
  setups: ticked(setups).refine((chosen) => chosen.length > 0, "must be at least one setup"),
  depths: ticked(offeredDepths.map(String)).refine((chosen) => chosen.length > 0, "must be at least one order"),
  persons: ticked(offeredPersons.map(String)).refine((chosen) => chosen.length > 0, "must be at least one number"),
  seed: requiredText(100),
});
export type ProblemSetForm = z.infer<typeof problemSetFormSchema>;

/** The generator's settings: those of the preset, with its weights restricted to the chosen values. */
export function settingsOfForm({
  preset,
  problems,
  setups: chosen,
  depths,
  persons,
}: ProblemSetForm): GeneratorSettings {
  const base: GeneratorSettings = presets[preset];
  return {
    ...base,
    setups: setups.filter((setup) => chosen.includes(setup)),
    rowsPerSetup: Number(problems),
    depths: weighted(depths, base.depths),
    persons: weighted(persons, base.persons),
  };
}

/** A description of how a set was generated, stored with it. */
export function describeGeneration(form: ProblemSetForm): string {
  const { setups: made, rowsPerSetup } = settingsOfForm(form);
  const names = made.map((setup: Setup) => setupLabels[setup].name).join(", ");
  const orders = form.depths.map((depth) => Number(depth) + 1).join(", ");
  return `Generated: ${rowsPerSetup} problems of each setup (${names}), half of them entailed; beliefs of order ${orders}; ${form.persons.join(", ")} persons; preset “${form.preset}”; seed “${form.seed.trim()}”.`;
}

function weighted(chosen: readonly string[], known: readonly (readonly [number, number])[]): [number, number][] {
  const weights = new Map(known);
  return chosen.map((text) => [Number(text), weights.get(Number(text)) ?? usual(known)]);
}

/** A choice without a weight in the preset gets the average weight. */
function usual(known: readonly (readonly [number, number])[]): number {
  return known.reduce((sum, [, weight]) => sum + weight, 0) / known.length;
}
