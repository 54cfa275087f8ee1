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

const storedFactsSchema = z
  .object({
    family: z.string().min(1),
    sizeBillions: z.number().positive(),
    tuning: z.enum(["base", "instruct"]),
  })
  .partial();
const settingsSchema = z.object({ reasoning: z.string().default(""), effort: z.string().default("") });

/**
 * The facts of a series. Facts that are stored with its model (`modelFacts` in `lib/domain/models/registry.ts`) have
 * priority over the model's name. Reasoning is a setting of the run; if it is not set, it is read from the name.
 *
 * @param stored the facts of the model, as stored
 * @param settings the settings of the run, as stored
 */
export function deriveSeriesFacts(model: string, stored: unknown, settings: unknown): SeriesFacts {
  const { model: _model, ...guessed } = guessModelProfile(model);
  return { ...guessed, ...parseStoredFacts(stored), thinking: deriveThinking(model, settings) };
}

/** A stored fact with an unknown format counts as not stated. */
function parseStoredFacts(storedFacts: unknown): z.infer<typeof storedFactsSchema> {
  const storedRecord = z.record(z.string(), z.unknown()).safeParse(storedFacts).data ?? {};
  return Object.fromEntries(
    Object.entries(storedFactsSchema.shape).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(storedRecord[name]);
      return data === undefined ? [] : [[name, data]];
    }),
  );
}

function deriveThinking(model: string, settings: unknown): string | null {
  const { reasoning = "", effort = "" } = settingsSchema.safeParse(settings).data ?? {};
  const thinkingText = [reasoning, effort].filter((part) => part !== "").join(", ");
  if (thinkingText !== "") return thinkingText;
  return /(^|[-_/ ])(thinking|reasoning|reasoner)($|[-_/ ])/i.test(model) ? "on" : null;
}
