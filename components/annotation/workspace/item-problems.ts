import type { AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { rulesFor } from "@/lib/domain/stories/validity-rules.ts";
import type { WorkspaceCheck } from "@/lib/domain/stories/workspace-check.ts";
import { wordsOf } from "@/lib/domain/words/words.ts";
import { type FieldName, workspaceFields } from "./workspace-fields.ts";
import { textOf, type WorkspaceState } from "./workspace-state.ts";

/** Something to resolve before the item can be submitted, and how. */
export interface ItemProblem {
  id: string;
  about:
    | { kind: "anchor"; report: AnchorReport }
    | { kind: "missing-mark"; role: AnchorRole }
    | { kind: "field"; field: FieldName }
    | { kind: "rules"; unticked: string[] };
  /** What is wrong. */
  title: string;
  /** What to do about it. */
  remedy: string;
}

/**
 * Everything that stands against submitting an item, marks first, in the order one would resolve it. Hints are not among
 * them: a person may know better than the linter, and says why.
 */
export function itemProblems(kind: KsteKind, state: WorkspaceState, check: WorkspaceCheck): ItemProblem[] {
  return [...anchorProblems(kind, check), ...fieldProblems(kind, state), ...ruleProblems(kind, state)];
}

export const roleNames: Readonly<Record<AnchorRole, string>> = {
  knowledge: "knowledge",
  event: "event",
  error: "error",
};

/** The marks each kind must have. */
export const rolesOf: Readonly<Record<KsteKind, readonly AnchorRole[]>> = {
  original: [],
  error: ["knowledge", "event", "error"],
  knp: ["knowledge"],
};

function anchorProblems(kind: KsteKind, check: WorkspaceCheck): ItemProblem[] {
  const broken = check.anchors.flatMap((report): ItemProblem[] =>
    report.reason === null
      ? []
      : [{ id: `anchor-${report.anchor.id}`, about: { kind: "anchor", report }, ...anchorLabels(report) }],
  );
  const missing = rolesOf[kind].flatMap((role): ItemProblem[] =>
    check.anchors.some((report) => report.anchor.role === role)
      ? []
      : [
          {
            id: `missing-${role}`,
            about: { kind: "missing-mark", role },
            title: `No words are marked as the ${roleNames[role]}`,
            remedy: "Select them in the story and mark them.",
          },
        ],
  );
  return [...broken, ...missing];
}

/** What is wrong with a mark, and the way out, in words. */
export function anchorLabels(report: AnchorReport): { title: string; remedy: string } {
  const name = roleNames[report.anchor.role];
  const nearest = report.nearest === null ? "" : "Accept the nearest match, or ";
  const select = (lead: string) => `${lead === "" ? "Select" : `${lead}select`} the right words and mark them.`;
  switch (report.reason) {
    case null:
      return { title: `The ${name} is marked`, remedy: "" };
    case "not-found":
      return { title: `The ${name} does not stand in the story`, remedy: select(nearest) };
    case "cut":
      return {
        title: `An edit ran across the edge of the ${name}`,
        remedy:
          report.nearest === null
            ? "Accept what is left of it, or select the right words and mark them."
            : "Accept what is left of it, accept the nearest match, or mark the right words.",
      };
    case "deleted":
      return { title: `All words of the ${name} were deleted`, remedy: select(nearest) };
    case "outside-event":
      return { title: "The error lies outside the event", remedy: "Mark a larger event, or the error inside it." };
    case "repeated":
      return {
        title: `The words of the ${name} stand in the story twice`,
        remedy: "Nobody could tell which is meant: mark more words, or change one of the two places.",
      };
    case "overlapping":
      return { title: "Two errors are marked on the same words", remedy: "Remove one of them." };
  }
}

function fieldProblems(kind: KsteKind, state: WorkspaceState): ItemProblem[] {
  const problems: ItemProblem[] = [];
  const add = (field: FieldName, title: string, remedy: string) =>
    problems.push({ id: `field-${field}`, about: { kind: "field", field }, title, remedy });
  if (textOf(state, "story").trim() === "") add("story", "The story is empty", "Write it, or undo.");
  const needed: readonly FieldName[] =
    kind === "knp"
      ? ["question", "answerWithoutKnowledge", "answerWithKnowledge", "character"]
      : kind === "error"
        ? ["character"]
        : [];
  for (const field of needed) {
    if (textOf(state, field).trim() !== "") continue;
    add(field, `${workspaceFields[kind].find(({ name }) => name === field)?.label} is empty`, "Fill it in.");
  }
  const options = (["answerWithoutKnowledge", "answerWithKnowledge"] as const).map((field) =>
    wordsOf(textOf(state, field))
      .map((word) => word.text)
      .join(" "),
  );
  if (kind === "knp" && options[0] !== "" && options[0] === options[1])
    add("answerWithKnowledge", "Both options have the same words", "Change one of them.");
  return problems;
}

function ruleProblems(kind: KsteKind, state: WorkspaceState): ItemProblem[] {
  const unticked = rulesFor(kind)
    .filter(({ id }) => !state.checklist[id])
    .map(({ id }) => id);
  if (unticked.length === 0) return [];
  const count = unticked.length === 1 ? "One rule is not ticked" : `${unticked.length} rules are not ticked`;
  return [
    {
      id: "rules",
      about: { kind: "rules", unticked },
      title: count,
      remedy: "Tick what holds; change the item until the rest does, or call it irreparable.",
    },
  ];
}
