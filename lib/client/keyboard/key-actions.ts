/** An action of the workspace, with its label in the list of shortcuts. */
export interface KeyAction {
  id: string;
  label: string;
  group: ActionGroup;
  /** The default keystrokes. */
  keys: readonly string[];
}

export const actionGroups = ["Decide", "Edit", "Marks", "View", "Go"] as const;
export type ActionGroup = (typeof actionGroups)[number];

/**
 * All actions of the annotator's workspace, with their default keys. Plain letters work only outside text fields, so
 * most of the work needs only the left hand and no modifier. Actions that are needed while typing use Control or
 * Command.
 */
export const taskActions = [
  { id: "accept", label: "Go to the submit button (all rules are met)", group: "Decide", keys: ["a"] },
  { id: "submit", label: "Submit", group: "Decide", keys: ["mod+Enter"] },
  { id: "park", label: "Park the item for later", group: "Decide", keys: ["p"] },
  { id: "skip", label: "Skip, with a reason", group: "Decide", keys: ["s"] },
  { id: "irreparable", label: "Mark as unusable, with a reason", group: "Decide", keys: ["x"] },
  {
    id: "replace",
    label: "Replace the previous, unusable item from the same source",
    group: "Decide",
    keys: ["shift+x"],
  },
  { id: "reopen", label: "Reopen the item that you submitted last", group: "Decide", keys: ["u"] },
  {
    id: "keep-left",
    label: "Two versions: keep the struck-through one, usually yours",
    group: "Decide",
    keys: ["shift+m"],
  },
  { id: "keep-right", label: "Two versions: keep the underlined one", group: "Decide", keys: ["shift+o"] },
  {
    id: "keep-ticked",
    label: "Two versions: keep the struck-through one with the selected changes",
    group: "Decide",
    keys: ["shift+t"],
  },
  { id: "edit", label: "Write in the story", group: "Edit", keys: ["e"] },
  { id: "leave", label: "Leave the text field", group: "Edit", keys: ["Escape"] },
  { id: "undo", label: "Undo", group: "Edit", keys: ["mod+z", "z"] },
  { id: "redo", label: "Redo", group: "Edit", keys: ["mod+shift+z", "mod+y", "y"] },
  { id: "cut-hint", label: "Cut the words that reveal the answer", group: "Edit", keys: ["c", "mod+."] },
  {
    id: "cut-everywhere",
    label: "Cut the words in stories of the same source too, each confirmed",
    group: "Edit",
    keys: ["shift+c"],
  },
  { id: "dismiss-hint", label: "Keep the clause, with a reason", group: "Edit", keys: ["i"] },
  { id: "revert-change", label: "Undo this change", group: "Edit", keys: ["r"] },
  { id: "save", label: "Save now (saving is automatic)", group: "Edit", keys: ["mod+s"] },
  { id: "mark-knowledge", label: "Mark the selected words as knowledge", group: "Marks", keys: ["k"] },
  { id: "mark-event", label: "Mark the selected words as the event", group: "Marks", keys: ["v"] },
  { id: "mark-error", label: "Mark the selected words as an error", group: "Marks", keys: ["f"] },
  { id: "next-mark", label: "Next mark", group: "Marks", keys: ["."] },
  { id: "previous-mark", label: "Previous mark", group: "Marks", keys: [","] },
  { id: "remove-mark", label: "Remove the current mark", group: "Marks", keys: ["Delete", "Backspace"] },
  { id: "nearest", label: "Show the nearest match of a lost mark", group: "Marks", keys: ["m", "mod+;"] },
  { id: "resolve", label: "Accept a cut mark unchanged", group: "Marks", keys: ["t"] },
  { id: "next-problem", label: "Next problem", group: "View", keys: ["n"] },
  { id: "previous-problem", label: "Previous problem", group: "View", keys: ["b"] },
  { id: "next-change", label: "Next change", group: "View", keys: ["]"] },
  { id: "previous-change", label: "Previous change", group: "View", keys: ["["] },
  { id: "changes", label: "Switch between the changes and the current story", group: "View", keys: ["d"] },
  { id: "original", label: "Go to the original story", group: "View", keys: ["o"] },
  { id: "checklist", label: "Go to the rules; a digit selects the rule that was broken", group: "View", keys: ["l"] },
  { id: "candidates", label: "Rewrite with a model and compare", group: "View", keys: ["g"] },
  { id: "hidden-answers", label: "Show model answers (after your verdict)", group: "View", keys: ["j"] },
  { id: "take-over", label: "Edit in this tab instead of the other tab", group: "Go", keys: ["shift+w"] },
  { id: "take-next", label: "Go to the next item if another person has this one", group: "Go", keys: ["shift+n"] },
  { id: "queue", label: "Back to the queue", group: "Go", keys: ["q"] },
  { id: "mine", label: "My work", group: "Go", keys: ["w"] },
  { id: "guidelines", label: "Show the guidelines, or ask the lead a question", group: "Go", keys: ["h"] },
  { id: "keys", label: "Show this list of keys", group: "Go", keys: ["?"] },
] as const satisfies readonly KeyAction[];

const shared = [
  "submit",
  "edit",
  "leave",
  "undo",
  "redo",
  "revert-change",
  "mark-knowledge",
  "mark-event",
  "mark-error",
  "next-mark",
  "previous-mark",
  "remove-mark",
  "nearest",
  "resolve",
  "next-change",
  "previous-change",
  "changes",
  "guidelines",
  "keys",
];

/** Actions of the reviewer's workspace. Actions that exist in both workspaces have the same keys. */
export const reviewActions = [
  { id: "review-accept", label: "Go to the Accept button", group: "Decide", keys: ["a"] },
  { id: "review-return", label: "Return, with a reason", group: "Decide", keys: ["b"] },
  { id: "review-change", label: "Change it yourself, with a reason", group: "Decide", keys: ["c"] },
  { id: "review-undo", label: "Undo your last decision", group: "Decide", keys: ["u"] },
  { id: "review-combine", label: "Combine copies that disagree", group: "Decide", keys: ["shift+c"] },
  { id: "review-copy", label: "Show the next annotator's copy", group: "View", keys: ["p"] },
  ...taskActions.filter(({ id }) => shared.includes(id)),
] as const;

export type ActionId = (typeof taskActions)[number]["id"] | (typeof reviewActions)[number]["id"];
