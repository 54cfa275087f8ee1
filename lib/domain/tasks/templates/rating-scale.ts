import { fingerprint } from "../../fingerprint.ts";
import { taskFormat } from "../schema/task-schema.ts";

/** The scale of a rating whose file names no points: seven, with its ends named. */
const agreement = [
  "Strongly disagree",
  "Disagree",
  "Somewhat disagree",
  "Neither agree nor disagree",
  "Somewhat agree",
  "Agree",
  "Strongly agree",
];

/** The points of a scale: the given names, the numbers of a range such as "1-5", or seven points of agreement. */
function pointsOf(options: readonly string[]): { minimum: number; labels: string[]; maximum: number } {
  const [only] = options;
  const range = options.length === 1 ? /^(\d{1,2})\s*(?:-|–|to|\.\.)\s*(\d{1,2})$/u.exec(only ?? "") : null;
  if (range && Number(range[1]) < Number(range[2]))
    return { minimum: Number(range[1]), maximum: Number(range[2]), labels: [] };
  const labels = options.length >= 2 ? [...options] : agreement;
  return { minimum: 1, maximum: labels.length, labels };
}

/** The name of the task schema of a rating on that scale: equal scales have equal names. */
export function ratingSlug(options: readonly string[]): string {
  const points = pointsOf(options);
  return `rating-${points.maximum - points.minimum + 1}-${fingerprint(JSON.stringify(points)).slice(0, 6)}`;
}

/** The task schema of one question, with or without a story, that is rated on a scale of points. */
export function ratingSchema(options: readonly string[]): unknown {
  const { minimum, maximum, labels } = pointsOf(options);
  return {
    format: taskFormat,
    title: `Rating from ${minimum} to ${maximum}`,
    instruction: "",
    stimulus: [
      { name: "story", type: "text", required: false },
      { name: "question", type: "text" },
    ],
    answer: [{ name: "rating", type: "rating", label: "Your rating", minimum, maximum, labels }],
  };
}
