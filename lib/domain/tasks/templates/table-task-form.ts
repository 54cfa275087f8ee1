import type { TableTask } from "./table-task.ts";

/** How the form of an item names a task of a table, and its options if it has any. */
interface TableTaskForm {
  label: string;
  options: { label: string; hint: string } | null;
}

const onePerLine = "One per line.";

/** The tasks of a table in the form of an item. */
export const tableTaskForms: Readonly<Record<TableTask, TableTaskForm>> = {
  rating: {
    label: "Rating",
    options: {
      label: "Points of the scale",
      hint: "One per line, the lowest first, or a range such as 1-5. Leave empty for seven points of agreement.",
    },
  },
  number: { label: "Number", options: null },
  several: { label: "Several of the options", options: { label: "Options", hint: onePerLine } },
  ranking: { label: "Ranking", options: { label: "Options", hint: onePerLine } },
  text: { label: "Open text without a key", options: null },
  pairwise: { label: "Comparison of two texts", options: { label: "The two texts", hint: onePerLine } },
  spans: {
    label: "Marked passages of the story",
    options: { label: "Labels of passages", hint: `${onePerLine} Leave empty for passages without a label.` },
  },
};
