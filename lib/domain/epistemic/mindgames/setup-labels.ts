import type { Setup } from "./problem.ts";

/** The name of a setup on screens, and a description in one sentence. */
export const setupLabels: Readonly<Record<Setup, { name: string; about: string }>> = {
  forehead: {
    name: "Muddy foreheads",
    about: "Everyone sees the others' foreheads and not their own.",
  },
  forehead_mirror: {
    name: "Foreheads and a mirror",
    about: "Everyone sees every forehead, including their own in the mirror.",
  },
  internal: {
    name: "Thirst",
    about: "Everyone feels their own thirst and no one else’s.",
  },
  explicit: {
    name: "Cards",
    about: "Everyone sees the cards that were shown to them.",
  },
};
