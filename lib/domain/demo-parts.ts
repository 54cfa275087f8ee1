/** The parts of the demo, in the order of their creation. New parts are appended. */
export const demoParts = ["stories", "annotation", "mindgames", "beliefs"] as const;
export type DemoPart = (typeof demoParts)[number];

/** The label of each part. */
export const demoPartTitles: Readonly<Record<DemoPart, string>> = {
  stories: "Reading people in stories (two studies)",
  annotation: "Who can know what? (collection of stories and two studies)",
  mindgames: "MindGames (problems and a human evaluation)",
  beliefs: "Expressions of belief (benchmark and two studies)",
};
