import type { ConditionLevels, Factor, ParsedAnswer } from "./item-kind.ts";

/** Whether people are asked for their confidence. Used by the kinds that support it. */
export const confidenceFactor: Factor = {
  name: "confidence",
  label: "How sure",
  levels: [
    { value: "not-asked", label: "not asked" },
    { value: "asked", label: "asked", hint: "people may say how sure they are, from 0 to 100%" },
  ],
};

/** The name of the input, which depends on whether it also asks for the confidence. */
export function addConfidenceInput(input: string, { confidence }: ConditionLevels): string {
  return confidence === "asked" ? `${input}-with-confidence` : input;
}

/**
 * The name of the input for the answer alone. Asking for confidence is part of the presentation, not of the content.
 */
export function removeConfidenceInput(input: string): string {
  return input.replace(/-with-confidence$/u, "");
}

/** The codebook entry for kinds that support a confidence. */
export const confidenceEntry = {
  name: "confidence",
  description: "Stated confidence, from 0 to 1; empty if not stated.",
};

/** Adds the confidence in a form field to an answer, as a number from 0 to 1; adds nothing if the field is empty. */
export function addConfidence(
  answer: { choice: string } | { text: string },
  confidence: string | string[] | undefined,
): ParsedAnswer {
  if (confidence === undefined || confidence === "") return { ok: true, answer };
  const isShare = typeof confidence === "string" && /^(?:[01]|[01]\.0{1,6}|0?\.\d{1,6})$/u.test(confidence);
  if (!isShare)
    return { ok: false, field: "confidence", message: "Please say how sure you are by a number from 0 to 1." };
  return { ok: true, answer: { ...answer, confidence: Number(confidence) } };
}
