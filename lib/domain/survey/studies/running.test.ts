import { describe, expect, it } from "vitest";
import { tableTaskItem } from "../../interchange/item-files/table-task-row.ts";
import type { Answer, Item } from "../../items/item.ts";
import { consistency } from "../../items/kinds/ikd/consistency.ts";
import { openText } from "../../items/kinds/open-text/open-text.ts";
import { createTaskAnswer, task } from "../../items/kinds/task/task.ts";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import type { TableTask } from "../../tasks/templates/table-task.ts";
import { manyItemsProtocol } from "../presets/many-items.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { outcomes } from "../protocol.ts";
import { findAnswerVerdict, judgeChoices } from "../responses/correct-answers.ts";
import { describeStoredAnswer } from "./describe-stored-answer.ts";
import { exclusionLabel, exclusionSchema } from "./exclusion.ts";
import { participantLinks, personalLink, readPersonList } from "./participant-links.ts";
import { dependsOnCondition, listPreviewPages, parsePreviewLocation, previewScreen } from "./preview-screen.ts";
import { listTransitions, nextStudyStatus } from "./study-status.ts";

const item: Item = {
  kind: "true-false",
  story: { title: "The key", genre: "", text: "Ada lost her key." },
  text: "Ada has her key.",
  options: [],
};
const study = {
  slug: "keys",
  name: "Keys",
  language: "en",
  protocol: street2024Protocol(),
  itemsPerSession: 1,
};

describe("a study's state", () => {
  it("goes from draft to open, to a pause or the end, and back", () => {
    expect(listTransitions("draft")).toEqual(["open"]);
    expect(listTransitions("open")).toEqual(["pause", "close"]);
    expect(listTransitions("paused")).toEqual(["close", "reopen"]);
    expect(listTransitions("closed")).toEqual(["reopen"]);
    expect(nextStudyStatus("closed", "reopen")).toEqual({ ok: true, status: "open" });
    expect(nextStudyStatus("open", "open")).toEqual({ ok: false, reason: "wrongStatus" });
    expect(nextStudyStatus("draft", "close")).toEqual({ ok: false, reason: "wrongStatus" });
  });
});

describe("a preview", () => {
  it("offers every screen of a session and the six ends", () => {
    const places = listPreviewPages(study).map(({ place }) => place);
    expect(places).toEqual([0, 1, 2, 3, 4, 5, ...outcomes]);
    for (const place of places) expect(previewScreen(study, place, item, {})).not.toBeNull();
  });

  it("shows the story with the question under one condition and not under the other", () => {
    const question = listPreviewPages(study).find(({ screen }) => screen?.kind === "answer")?.place ?? 0;
    const story = (level: string) => {
      const screen = previewScreen(study, question, item, { story: level, questionOrder: "true-false" })?.screen;
      return screen?.kind === "answer" ? screen.stimulus.story : undefined;
    };
    expect(story("story")).toBe("Ada lost her key.");
    expect(story("no-story")).toBeNull();
  });

  it("says which pages a condition changes, and that such a page needs an item", () => {
    const changing = listPreviewPages(study).filter(({ screen }) => dependsOnCondition(screen));
    expect(changing.map(({ screen }) => screen?.kind)).toEqual(["story", "answer"]);
    expect(previewScreen(study, changing[0]?.place ?? 0, null, {})).toBeNull();
  });

  it("counts the questions of a session of many", () => {
    const many = { ...study, protocol: manyItemsProtocol(), itemsPerSession: 50 };
    expect(previewScreen(many, 2, item, { story: "story" })?.progress).toMatchObject({ item: 1, items: 50 });
  });

  it("does not know pages that the protocol does not have", () => {
    expect(parsePreviewLocation(study, "4")).toBe(4);
    expect(parsePreviewLocation(study, "complete")).toBe("complete");
    expect(parsePreviewLocation(study, "6")).toBeNull();
    expect(parsePreviewLocation(study, "04")).toBeNull();
    expect(previewScreen(study, 99, item, {})).toBeNull();
  });
});

describe("right and wrong", () => {
  it("judges both answers by the key, and neither without one", () => {
    const judged = judgeChoices(trueFalse, [
      { itemVersionId: "a", item, gold: false },
      { itemVersionId: "b", item, gold: undefined },
    ]);
    expect(judged).toEqual([
      { itemVersionId: "a", answerKey: "true", isCorrect: false },
      { itemVersionId: "a", answerKey: "false", isCorrect: true },
    ]);
  });

  it("judges every answer in one's own words, and nothing where the key decides nothing", () => {
    const question = { ...item, kind: "open-text", options: [] };
    const judged = judgeChoices(openText, [
      { itemVersionId: "a", item: question, gold: { accept: ["in the box"] } },
      { itemVersionId: "b", item: question, gold: null },
    ]);
    const keyOf = (text: string) => openText.answerKey({ text });
    const verdict = (itemVersionId: string, answerKey: string | null) =>
      findAnswerVerdict(judged, { itemVersionId, answerKey });
    expect(verdict("a", keyOf("In the box."))).toBe(true);
    expect(verdict("a", keyOf("in the basket"))).toBe(false);
    expect(verdict("a", null)).toBeNull();
    expect(verdict("b", keyOf("in the box"))).toBeNull();
  });
});

describe("a stored answer", () => {
  it("is read back in the words that its giver saw, selected words included", () => {
    expect(describeStoredAnswer(trueFalse, item, { choice: "true" })).toBe("True");
    const story = { ...item, kind: "consistency", text: "Is there an error?" };
    const spans = [
      [0, 2],
      [3, 4],
    ];
    expect(describeStoredAnswer(consistency, story, { choice: "error", spans })).toBe(
      "Yes, there is a logical error: “Ada lost”, “key.”",
    );
    expect(describeStoredAnswer(consistency, story, { choice: "error", spans: [[90, 95]] })).toBe(
      "Yes, there is a logical error",
    );
  });

  it("states what was written, ranked or marked in a task, not the hash that tables count", () => {
    const described = (table: TableTask, options: string[], answer: NonNullable<Answer["fields"]>) => {
      const asked = tableTaskItem(table, { story: "Ana left.", text: "Why?", options })!;
      const stored = createTaskAnswer(asked, answer);
      return describeStoredAnswer(task, { ...item, kind: "task", text: "Why?", task: asked }, stored);
    };
    expect(described("text", [], { answer: "She was late." })).toBe("She was late.");
    expect(described("ranking", ["box", "bag"], { order: ["option-1", "option-0"] })).toBe("1. bag, 2. box");
    expect(described("spans", [], { passages: [{ id: "1", start: 0, end: 3 }] })).toBe("“Ana”");
    expect(described("rating", ["low", "high"], { rating: 2 })).toBe("2 high");
  });

  it("has no words when it was erased or cannot be read", () => {
    expect(describeStoredAnswer(trueFalse, item, {})).toBeNull();
    expect(describeStoredAnswer(trueFalse, item, { choice: 7 })).toBeNull();
  });
});

describe("exclusions", () => {
  it("need a known reason, and words for another one", () => {
    expect(exclusionSchema.safeParse({ reason: "gibberish" }).success).toBe(true);
    expect(exclusionSchema.safeParse({ reason: "dislike" }).success).toBe(false);
    expect(exclusionSchema.safeParse({ reason: "other", note: "  " }).error?.issues[0]?.path).toEqual(["note"]);
    expect(exclusionLabel("test")).toBe("A test");
    expect(exclusionLabel("from-elsewhere")).toBe("from-elsewhere");
  });
});

describe("links", () => {
  it("carry the parameters that the entry reads", () => {
    const links = participantLinks("https://example.org", "keys");
    expect(links.map((link) => link.url)).toEqual([
      "https://example.org/s/keys?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}",
      "https://example.org/s/keys",
      "https://example.org/s/keys?pid=PARTICIPANT",
      "https://example.org/s/keys",
    ]);
    expect(personalLink("https://example.org", "keys", "a b&c", "x_1")).toBe(
      "https://example.org/s/keys?pid=a+b%26c&sig=x_1",
    );
  });

  it("are made for every number of a pasted list, once", () => {
    expect(readPersonList("a1\r\n a2 ,a3;a1\n\n\ta4")).toEqual(["a1", "a2", "a3", "a4"]);
    expect(readPersonList(" \n ")).toEqual([]);
  });
});
