import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { fieldOptions, nameOfText } from "./field-options.ts";
import { type FieldAnswer, preferenceSchema } from "./task-answer.ts";

/** A button of a field, and the answer to the field after the button is pressed. */
export interface FieldChoice {
  label: string;
  /** The key that the task schema defines; null if digits are used. */
  hotkey: string | null;
  help: string;
  isChosen: boolean;
  /** The rank in a ranking. */
  rank: number | null;
  answer: FieldAnswer | undefined;
}

/**
 * Returns the buttons of a field that is answered by choosing: options, points of a scale, sides of a comparison,
 * ranks. Pressing a chosen button again removes the choice. Empty for other fields.
 */
export function listFieldChoices(
  schema: Pick<TaskSchema, "stimulus">,
  field: AnswerField,
  given: FieldAnswer | undefined,
  fields: TaskFields,
): FieldChoice[] {
  const common = { hotkey: null, help: "", rank: null };
  switch (field.type) {
    case "choice":
      return fieldOptions(field, fields).map(({ value, label, hotkey = null, help = "" }) => {
        const isChosen = given === value;
        return { ...common, label, hotkey, help, isChosen, answer: isChosen ? undefined : value };
      });
    case "several":
      return fieldOptions(field, fields).map(({ value, label, hotkey = null, help = "" }) => {
        const chosenValues = chosenTextsOf(given);
        const isChosen = chosenValues.includes(value);
        const next = isChosen ? chosenValues.filter((one) => one !== value) : [...chosenValues, value];
        return { ...common, label, hotkey, help, isChosen, answer: next.length === 0 ? undefined : next };
      });
    case "ranking":
      return fieldOptions(field, fields).map(({ value, label, hotkey = null, help = "" }) => {
        const rankedValues = chosenTextsOf(given);
        const rankIndex = rankedValues.indexOf(value);
        const next = rankIndex >= 0 ? rankedValues.filter((one) => one !== value) : [...rankedValues, value];
        const answer = next.length === 0 ? undefined : next;
        return { label, hotkey, help, isChosen: rankIndex >= 0, rank: rankIndex < 0 ? null : rankIndex + 1, answer };
      });
    case "rating":
      return field.display === "slider"
        ? []
        : scalePointsOf(field).map((value, index, points) => {
            const isChosen = given === value;
            const label = [`${value}`, labelOfPoint(field, index, points.length)].filter(Boolean).join(": ");
            const hotkey = Number.isInteger(value) && value >= 0 && value <= 9 ? `${value}` : null;
            return { ...common, label, hotkey, isChosen, answer: isChosen ? undefined : value };
          });
    case "pairwise":
      return sidesOf(schema, field).map(({ label, ...preference }) => {
        const current = preferenceSchema.safeParse(given).data;
        const isChosen = current?.preferred === preference.preferred && current.strength === preference.strength;
        return { ...common, label, isChosen, answer: isChosen ? undefined : preference };
      });
    default:
      return [];
  }
}

function chosenTextsOf(given: FieldAnswer | undefined): string[] {
  return Array.isArray(given) ? given.filter((one): one is string => typeof one === "string") : [];
}

/** The values of a scale. */
export function scalePointsOf({ minimum, maximum, step }: FieldOfType<"rating">): number[] {
  const count = Math.round((maximum - minimum) / step) + 1;
  // Rounded, because steps such as 0.1 have no exact binary form.
  return Array.from({ length: count }, (_, index) => Math.round((minimum + index * step) * 1e6) / 1e6);
}

function labelOfPoint({ labels }: FieldOfType<"rating">, index: number, points: number): string {
  if (labels.length === points) return labels[index] ?? "";
  if (index === 0) return labels[0] ?? "";
  return index === points - 1 ? (labels[1] ?? "") : "";
}

type Side = { preferred: "first" | "second" | "tie"; strength?: number };

function sidesOf(schema: Pick<TaskSchema, "stimulus">, field: FieldOfType<"pairwise">): (Side & { label: string })[] {
  const [first, second] = namesOfSides(schema, field);
  const steps = Array.from({ length: field.strength }, (_, index) => index + 1);
  const formatStrength = (strength: number) => (field.strength === 1 ? "" : `, strength ${strength}`);
  return [
    ...steps
      .toReversed()
      .map((strength) => ({ preferred: "first" as const, strength, label: first + formatStrength(strength) })),
    ...(field.allowTie ? [{ preferred: "tie" as const, label: field.tieLabel }] : []),
    ...steps.map((strength) => ({ preferred: "second" as const, strength, label: second + formatStrength(strength) })),
  ];
}

function namesOfSides(schema: Pick<TaskSchema, "stimulus">, { between }: FieldOfType<"pairwise">): [string, string] {
  const findStimulusField = (name: string) => schema.stimulus.find((field) => field.name === name);
  if (Array.isArray(between))
    return [findStimulusField(between[0])?.label || between[0], findStimulusField(between[1])?.label || between[1]];
  const list = findStimulusField(between);
  const names = list?.type === "texts" ? list.names : [];
  return [nameOfText(names, 0), nameOfText(names, 1)];
}
