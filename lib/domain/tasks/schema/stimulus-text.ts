import type { StimulusField } from "./stimulus-field.ts";

/** Separates the entries of a list: a line of its own. */
const separator = "---";

/** The value of a stimulus field without files, as one text that people can edit. */
export function textOfStimulus(type: StimulusField["type"], value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  const entries = value.map((entry) => {
    if (type === "dialogue") return `${entry.speaker}: ${entry.text}`;
    return type === "context" ? `${entry.key}: ${entry.value}` : entry;
  });
  return entries.join(`\n${separator}\n`);
}

/** Inverse of `textOfStimulus`. An entry without a colon has an empty name. */
export function stimulusOfText(type: StimulusField["type"], text: string): unknown {
  if (type !== "texts" && type !== "dialogue" && type !== "context") return text;
  const entries = text.split(new RegExp(`^${separator}$`, "mu")).map((entry) => entry.trim());
  if (type === "texts") return entries;
  return entries.map((entry) => {
    const at = entry.indexOf(":");
    const [name, rest] = [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1).trim()];
    return type === "dialogue" ? { speaker: name, text: rest } : { key: name, value: rest };
  });
}
