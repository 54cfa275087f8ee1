import { setups } from "../mindgames/problem.ts";
import { setupLabels } from "../mindgames/setup-labels.ts";
import type { SliceName } from "./slices.ts";

/** Labels of the variables by which results are grouped, in the form used after "by". */
export const sliceTitle: Readonly<Record<SliceName, string>> = {
  setup: "setup",
  verb: "what is known",
  hypothesis_depth: "depth of belief",
  n_agents: "persons",
  n_announcements: "announcements after the first",
  deberta: "the authors’ classifier",
  difficulty: "difficulty for the authors’ classifier",
};

const valueLabels: Readonly<Record<string, string>> = {
  that: "“can know that …”",
  whether: "“can know whether …”",
  right: "was right",
  wrong: "was wrong",
  easy: "easy (under 0.1)",
  middle: "middle (0.1 to 1)",
  hard: "hard (above 1: it was wrong)",
};

/** The label of a value of a slice. */
export function sliceValue(slice: SliceName, value: string): string {
  if (slice === "setup") {
    const setup = setups.find((known) => known === value);
    return setup ? setupLabels[setup].name : value;
  }
  if (slice === "hypothesis_depth") {
    return value === "0" ? "0: about a fact" : value === "1" ? "1: about what a person knows" : value;
  }
  return valueLabels[value] ?? value;
}

const order: readonly string[] = [...setups, ...Object.keys(valueLabels)];

/** Sorts slices: setups in their usual order, numbers in numerical order, easy before hard. */
export function sortSlices<Sliced extends { value: string }>(slices: readonly Sliced[]): Sliced[] {
  const sortKey = ({ value }: Sliced) => (/^\d+$/.test(value) ? Number(value) : order.indexOf(value));
  return [...slices].sort((left, right) => sortKey(left) - sortKey(right));
}
