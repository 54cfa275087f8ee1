import { describe, expect, it } from "vitest";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import type { ErroneousStory } from "@/lib/domain/stories/items/kste-item.ts";
import { checkWorkspace } from "@/lib/domain/stories/workspace-check.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { describeItemProblems } from "./item-problems.ts";
import {
  applyWorkspaceStep,
  documentFrom,
  fieldText,
  packWorkspaceState,
  type WorkspaceState,
  type WorkspaceStep,
  workspaceStateFrom,
} from "./workspace-state.ts";

const item: ErroneousStory = {
  id: "e1",
  kind: "error",
  genre: "kids",
  sourceId: null,
  provenance: null,
  extra: {},
  story: "Ann hid the key in the jar. Later Ben came home. He took the key out of the jar at once and left.",
  character: "Ben",
  implausibleKnowledge: "Ann hid the key in the jar.",
  erroneousEvent: "He took <error>the key out of the jar</error> at once and left.",
  error: "the key out of the jar",
  originalEvent: null,
  knowledgeExplanation: null,
  modifiedExplanation: null,
};

const document = documentFromItem(item);
const opened = () => workspaceStateFrom(document, null);
const doing = (state: WorkspaceState, ...steps: WorkspaceStep[]) => steps.reduce(applyWorkspaceStep, state);
const checked = (state: WorkspaceState) =>
  checkWorkspace({
    story: parseWords(fieldText(state, "story")),
    anchors: state.drafts.story?.anchors ?? [],
    previous: null,
    character: "Ben",
  });
const why: WorkspaceStep = { does: "tick", code: "no-magic", applies: true };

describe("the state of the workspace", () => {
  it("types in several texts and undoes in the order it was typed, or in one text alone", () => {
    const state = doing(
      opened(),
      { does: "type", field: "story", edit: { start: 0, end: 3, text: "Eve" } },
      { does: "rest", field: "story" },
      { does: "type", field: "character", edit: { start: 3, end: 3, text: "no" } },
    );
    expect([fieldText(state, "story").slice(0, 3), fieldText(state, "character")]).toEqual(["Eve", "Benno"]);
    const once = doing(state, { does: "undo", field: null });
    expect(fieldText(once, "character")).toBe("Ben");
    expect(fieldText(doing(once, { does: "undo", field: null }), "story")).toBe(item.story);
    expect(fieldText(doing(state, { does: "undo", field: "story" }), "character")).toBe("Benno");
    expect(fieldText(doing(once, { does: "redo", field: null }), "character")).toBe("Benno");
  });

  it("comes back from JSON with its texts, codes, dismissals and everything that can be undone", () => {
    const state = doing(opened(), { does: "apply", field: "story", edit: { start: 0, end: 0, text: "Once, " } }, why, {
      does: "dismiss",
      finding: "unaware: …",
      reason: "She says it herself.",
    });
    const again = workspaceStateFrom(documentFrom(state, document), packWorkspaceState(state));
    expect({ ...again, caret: null }).toEqual({ ...state, caret: null });
    expect(fieldText(doing(again, { does: "undo", field: null }), "story")).toBe(item.story);
  });

  it("gives the document back as it was, absent fields included, when nothing was changed", () => {
    expect(documentFrom(opened(), document)).toEqual(document);
    const typed = doing(opened(), { does: "type", field: "explanation", edit: { start: 0, end: 0, text: "x" } });
    expect(documentFrom(typed, document)).toEqual(document);
  });

  it("puts a mark onto the one that the selection touches, and makes another elsewhere", () => {
    const at = item.story.indexOf("out of the jar");
    const state = doing(opened(), { does: "mark", role: "error", range: { start: at, end: at + 14 } });
    const errors = state.drafts.story?.anchors.filter((anchor) => anchor.role === "error");
    expect(errors?.map(({ id, text }) => [id, text])).toEqual([["error-1", "out of the jar"]]);
    const second = doing(state, { does: "mark", role: "error", range: { start: at + 15, end: at + 22 } });
    expect(second.drafts.story?.anchors.filter((anchor) => anchor.role === "error").map(({ id }) => id)).toEqual([
      "error-1",
      "error-2",
    ]);
    expect(doing(second, { does: "undo", field: null }).drafts.story?.anchors).toEqual(state.drafts.story?.anchors);
    expect(doing(state, { does: "mark", role: "event", range: { start: 5, end: 5 } })).toBe(state);
  });
});

const problemsOf = (state: WorkspaceState) =>
  describeItemProblems({
    ...{ kind: "error", state, check: checked(state), story: parseWords(fieldText(state, "story")) },
    importedAnchors: [],
    isUntouched: state === untouched,
  });
const untouched = opened();

describe("what stands against submitting", () => {
  it("is nothing for a sound item, and for a changed one of which somebody says why", () => {
    expect(problemsOf(untouched)).toEqual([]);
    const changed = doing(untouched, { does: "apply", field: "story", edit: { start: 0, end: 0, text: "Once, " } });
    expect(problemsOf(changed).map(({ id }) => id)).toEqual(["reason"]);
    expect(problemsOf(doing(changed, why))).toEqual([]);
    expect(problemsOf(doing(changed, why, { ...why, applies: false })).map(({ id }) => id)).toEqual(["reason"]);
  });

  it("names a reason that is missing, empty fields and missing marks, and what to do", () => {
    const state = doing(
      opened(),
      { does: "remove-anchor", id: "knowledge" },
      { does: "type", field: "character", edit: { start: 0, end: 3, text: "" } },
    );
    const problems = problemsOf(state);
    expect(problems.map(({ id }) => id)).toEqual(["missing-knowledge", "field-character", "reason"]);
    expect(problems.every(({ remedy }) => remedy !== "")).toBe(true);
  });

  it("names a mark whose words were deleted, with the nearest match when there is one", () => {
    const start = item.story.indexOf("Ann hid");
    const state = doing(opened(), why, {
      does: "apply",
      field: "story",
      edit: { start, end: start + 28, text: "" },
    });
    const [problem] = problemsOf(state);
    expect(problem?.title).toBe("All words of the knowledge were deleted");
  });
});
