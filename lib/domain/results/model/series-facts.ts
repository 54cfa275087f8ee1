import * as z from "zod";
import { guessModelProfile } from "../../beliefs/prepare/model-profile.ts";

/** The properties that distinguish series of one family. Null if not stated. */
export interface SeriesFacts {
  family: string | null;
  /** Parameters in billions. */
  sizeBillions: number | null;
  tuning: "base" | "instruct" | null;
  /** Whether the model reasoned before it answered, and its effort: "on", "off", "on, high". */
  thinking: string | null;
}

const notedSchema = z
  .object({
    family: z.string().min(1),
    sizeBillions: z.number().positive(),
    tuning: z.enum(["base", "instruct"]),
  })
  .partial();
const settingsSchema = z.object({ reasoning: z.string().default(""), effort: z.string().default("") });

/**
 * The facts of a series: those stored with its model (`modelFacts` in `lib/domain/models/registry.ts`) have priority
 * over the model's name; reasoning is a setting of its run, otherwise part of the name.
 *
 * @param noted with the model, as stored
 * @param settings of the run, as stored
 */
export function seriesFacts(model: string, noted: unknown, settings: unknown): SeriesFacts {
  const { model: _model, ...guessed } = guessModelProfile(model);
  return { ...guessed, ...readNoted(noted), thinking: thinkingOf(model, settings) };
}

/** A stored fact with an unknown format counts as not stated. */
function readNoted(noted: unknown): z.infer<typeof notedSchema> {
  const stated = z.record(z.string(), z.unknown()).safeParse(noted).data ?? {};
  return Object.fromEntries(
    Object.entries(notedSchema.shape).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(stated[name]);
      return data === undefined ? [] : [[name, data]];
    }),
  );
}

function thinkingOf(model: string, settings: unknown): string | null {
  const { reasoning = "", effort = "" } = settingsSchema.safeParse(settings).data ?? {};
  const stated = [reasoning, effort].filter((part) => part !== "").join(", ");
  if (stated !== "") return stated;
  return /(^|[-_/ ])(thinking|reasoning|reasoner)($|[-_/ ])/i.test(model) ? "on" : null;
}
