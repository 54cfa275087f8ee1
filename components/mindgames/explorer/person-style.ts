/** The style of a person's lines. Pattern and label distinguish persons, so the colour is redundant. */
export interface PersonStyle {
  colour: string;
  /** `stroke-dasharray`; undefined for a solid line. */
  dash: string | undefined;
  cap: "butt" | "round";
}

const patterns: readonly Omit<PersonStyle, "colour">[] = [
  { dash: undefined, cap: "butt" },
  { dash: "9 5", cap: "butt" },
  { dash: "0.1 5.5", cap: "round" },
  { dash: "12 4 2.5 4", cap: "butt" },
  { dash: "4 3", cap: "butt" },
  { dash: "16 4 2.5 4 2.5 4", cap: "butt" },
];

/** The style of a person, by index. There are six styles, because a problem has at most six persons. */
export function personStyle(person: number): PersonStyle {
  const index = person % patterns.length;
  return { ...patterns[index]!, colour: `var(--person-${index + 1})` };
}
