import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { TaskTemplate } from "../../../tasks/templates/template.ts";
import { trueFalseChoice, trueFalseTask } from "../true-false/schema.ts";

/**
 * Whether a hypothesis follows from public announcements (MindGames, Sileo and Lernould 2023). The items are those of
 * the kind `true-false`, whose fields it has; the plug-in adds names, formula and measures of the proof.
 */
export const mindgamesTask: TaskTemplate = {
  id: "mindgames",
  label: "MindGames",
  purpose: "what persons can know after public announcements",
  document: {
    format: taskFormat,
    title: "MindGames",
    instruction: "Decide whether the hypothesis follows from the premise.",
    stimulus: [
      { name: "story", type: "text", label: "Premise" },
      { name: "statement", type: "text", label: "Hypothesis" },
    ],
    answer: [{ ...trueFalseChoice, label: "Is the hypothesis true or false?" }],
  },
  example: {
    fields: {
      story:
        "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy.",
      statement: "Ann can now know whether Ann's forehead is muddy.",
    },
    gold: trueFalseTask.keysOf(false),
  },
};
