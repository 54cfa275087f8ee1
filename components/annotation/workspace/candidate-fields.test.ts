import { describe, expect, it } from "vitest";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import type { NextActionDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { parseWords, textOfWords } from "@/lib/domain/words/words.ts";
import {
  applyWorkspaceStep,
  documentFrom,
  workspaceStateFrom,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { compareFields, compareMarks } from "./candidate-fields.tsx";

const story = "Ann hid the key under the mat. Ben came home late. He stood at the door and looked for it.";

function question(
  changes: Partial<NextActionDocument> = {},
  knowledge = "Ann hid the key under the mat.",
): NextActionDocument {
  const document = documentFromItem({
    kind: "knp",
    ...{ id: "qa_1", genre: "kids", story, sourceId: null, provenance: null, extra: {} },
    ...{ character: "Ben", implausibleKnowledge: knowledge },
    question: "What does Ben do next?",
    answerWithKnowledge: "He lifts the mat.",
    answerWithoutKnowledge: "He rings the bell.",
    ...{ knowledgeExplanation: null, explanation: null },
  });
  return { ...document, ...changes } as NextActionDocument;
}

describe("a model's version of a question", () => {
  const mine = question();
  const theirs = question(
    {
      story: story.replace("late", "at ten"),
      question: "What will Ben do?",
      answerWithKnowledge: "He reaches under the mat.",
      answerWithoutKnowledge: "He knocks at the door.",
      character: "Ben the guest",
    },
    "Ann hid the key",
  );

  it("offers question, both options, character and knowledge, each by itself, and nothing that it does not say", () => {
    const offered = compareFields(mine, theirs);
    expect(offered.map(({ name }) => name)).toEqual([
      "question",
      "answerWithoutKnowledge",
      "answerWithKnowledge",
      "character",
      "implausibleKnowledge",
    ]);
    expect(offered[1]).toMatchObject({ now: "He rings the bell.", offered: "He knocks at the door." });
    expect(compareFields(mine, { ...theirs, question: "" }).map(({ name }) => name)).not.toContain("question");
    expect(compareFields(mine, mine)).toEqual([]);
  });

  it("takes one field over and leaves the others as they are, in one step of the history", () => {
    const opened = workspaceStateFrom(mine, null);
    for (const { name, offered, now } of compareFields(mine, theirs)) {
      const taken = applyWorkspaceStep(opened, { does: "rewrite", field: name, text: offered });
      expect(documentFrom(taken, mine)).toEqual({ ...mine, [name]: offered });
      const undone = applyWorkspaceStep(taken, { does: "undo", field: null });
      expect(documentFrom(undone, mine)).toEqual({ ...mine, [name]: now });
    }
  });

  it("takes the marks over to the same words of the text at hand, and counts those that it has not", () => {
    const marks = compareMarks(mine, theirs);
    expect(marks).toMatchObject({ missing: 0, found: [{ role: "knowledge" }] });
    const [mark] = marks?.found ?? [];
    expect(mark && textOfWords(parseWords(mine.story), mark)).toBe("Ann hid the key");
    const taken = applyWorkspaceStep(workspaceStateFrom(mine, null), {
      does: "take-anchors",
      anchors: marks?.found ?? [],
    });
    expect(documentFrom(taken, mine)).toEqual({ ...mine, anchors: marks?.found });
    expect(compareMarks(mine, mine)).toBeNull();
    const elsewhere = question({ story: "Something else altogether was told here." });
    expect(compareMarks(elsewhere, theirs)).toMatchObject({ found: [], missing: 1 });
  });
});
