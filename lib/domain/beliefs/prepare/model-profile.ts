/** Metadata of a model for the figures. Null if unknown. */
export interface ModelProfile {
  model: string;
  family: string | null;
  /** Parameters in billions; for mixtures of experts, over all experts. */
  sizeBillions: number | null;
  tuning: "base" | "instruct" | null;
}

const familyNames: readonly [pattern: RegExp, family: string][] = [
  [/gemma[-_ ]?(\d)/i, "Gemma"],
  [/llama[-_ ]?(\d)/i, "Llama"],
  [/qwen[-_ ]?(\d)/i, "Qwen"],
];
/**
 * Families whose checkpoints without a suffix are tuned. In other families, checkpoints without a suffix are base
 * models.
 */
const tunedByDefault = /^Qwen/;

/**
 * Parses family, size and tuning from a model's name ("LLaMA3-8B-Instruct", "google/gemma-3-12b-pt", "Qwen3-30B-A3B").
 * Used as a default for the models of the paper: unknown parts are null, and a researcher's entry has priority.
 */
export function guessModelProfile(model: string): ModelProfile {
  const found = familyNames.find(([pattern]) => pattern.test(model));
  const family = found ? `${found[1]}${model.match(found[0])?.[1] ?? ""}` : null;
  const size = model.match(/(?:^|[-_/ ])(\d+(?:\.\d+)?)b(?=$|[-_/ .])/i)?.[1];
  return { model, family, sizeBillions: size ? Number(size) : null, tuning: tuningOf(model, family) };
}

function tuningOf(model: string, family: string | null): ModelProfile["tuning"] {
  if (/(^|[-_/ ])(instruct|it|chat)($|[-_/ ])/i.test(model)) return "instruct";
  if (/(^|[-_/ ])(base|pt)($|[-_/ ])/i.test(model)) return "base";
  if (family === null) return null;
  return tunedByDefault.test(family) ? "instruct" : "base";
}
