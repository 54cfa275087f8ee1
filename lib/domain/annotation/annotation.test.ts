import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemRowSchema } from "../items/item.ts";
import { requireKind } from "../items/kinds/registry.ts";
import { newDraft, withEdit } from "../stories/history.ts";
import type { KsteItem } from "../stories/items/kste-item.ts";
import { lintItem } from "../stories/lint/lint-item.ts";
import { collectionSettingsSchema } from "./collection-settings.ts";
import { deriveItemStatus } from "./derive-item-status.ts";
import { toBenchmarkRow } from "./documents/benchmark-row.ts";
import { documentHash } from "./documents/copy-document.ts";
import { documentFromItem, itemFromDocument } from "./documents/item-document.ts";
import { ksteDocumentSchema } from "./documents/kste-document.ts";
import { groupBySource } from "./group-items.ts";
import { evaluateReSolve } from "./judge-gate.ts";
import { judgeVerdict } from "./judge-verdict.ts";
import { verdictRequest } from "./requests.ts";
import { listDocumentProblems } from "./submission-problems.ts";
import { demoItems } from "./testing/demo-items.ts";

describe("documents", () => {
  it("of the demo are valid, may be submitted as they are, and give the item back unchanged", () => {
    for (const item of demoItems()) {
      const document = documentFromItem(item);
      expect(ksteDocumentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
      expect(listDocumentProblems(document, document), item.id).toEqual([]);
      expect(itemFromDocument(document, item)).toBe(item);
      expect(documentHash(JSON.parse(JSON.stringify(document)))).toBe(documentHash(document));
    }
  });

  it("that were edited anywhere give items whose event, error and knowledge stand in the story", () => {
    const erroneous = demoItems().filter((item) => item.kind === "error");
    fc.assert(
      fc.property(fc.constantFrom(...erroneous), fc.nat(), fc.string({ maxLength: 20 }), (item, at, added) => {
        const before = documentFromItem(item);
        const start = at % before.story.length;
        const text = added.replaceAll(/[<>]/g, "");
        const draft = withEdit(newDraft(before.story, before.anchors), { start, end: start, text });
        const document = { ...before, story: draft.text, anchors: draft.anchors };
        if (listDocumentProblems(document, before).length > 0) return;
        const written = itemFromDocument(document, item);
        const blocking = lintItem(written, null).filter(({ problem }) =>
          ["event-not-in-story", "span-not-found", "empty-error", "malformed-tag"].includes(problem),
        );
        expect(blocking).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("refuse anchors outside the story, repeated anchors and fields of another kind, naming the field", () => {
    const document = { kind: "original", genre: "kids", story: "Ann came in.", anchors: [] };
    const anchor = { id: "a", role: "event", start: 1, end: 4, text: "came in", damage: null };
    expect(ksteDocumentSchema.safeParse({ ...document, anchors: [anchor] }).error?.issues[0]?.path).toEqual([
      "anchors",
      0,
    ]);
    const twice = [
      { ...anchor, end: 2 },
      { ...anchor, end: 3 },
    ];
    expect(ksteDocumentSchema.safeParse({ ...document, anchors: twice }).error?.issues[0]?.path).toEqual([
      "anchors",
      1,
      "id",
    ]);
    expect(ksteDocumentSchema.safeParse({ ...document, question: "?" }).error?.issues[0]?.code).toBe(
      "unrecognized_keys",
    );
    expect(ksteDocumentSchema.safeParse({ ...document, story: "a\u0000" }).success).toBe(false);
    expect(ksteDocumentSchema.safeParse({ ...document, story: "\ud800" }).success).toBe(false);
  });

  it("become rows of an item file that the import takes", () => {
    for (const item of demoItems()) {
      const row = toBenchmarkRow(documentFromItem(item), {
        externalId: item.id,
        groupKey: "g",
        knowledgeType: "future-events",
      });
      expect(itemRowSchema.parse(JSON.parse(JSON.stringify(row)))).toMatchObject({ id: item.id });
      const kind = requireKind(row.kind);
      expect(kind.goldSchema.safeParse(row.gold).success).toBe(true);
      expect(kind.refuseItem(row)).toBeNull();
      if (item.kind === "error") expect(row.attributes.event_words).toMatch(/^\d+-\d+$/);
    }
  });
});

describe("a verdict", () => {
  const [first] = demoItems();
  const given = documentFromItem(first as KsteItem);
  const changed = { ...given, story: `${given.story} The end.` };

  it("is sound for an untouched text and refined for a changed one, and for nothing else", () => {
    const judge = (verdict: "sound" | "refined", document: typeof given, codes = ["language"]) =>
      judgeVerdict({ verdict, document, given, reason: "", codes });
    expect(judge("sound", given)).toEqual({ ok: true });
    expect(judge("refined", changed)).toEqual({ ok: true });
    expect(judge("sound", changed)).toEqual({ ok: false, reason: "changed" });
    expect(judge("refined", given)).toEqual({ ok: false, reason: "unchanged" });
    expect(judge("refined", changed, [])).toEqual({ ok: false, reason: "codes-missing" });
    expect(judge("sound", given, [])).toEqual({ ok: true });
  });

  it("waits for sound anchors, unless the item is given up with a reason", () => {
    const broken = demoItems()
      .filter((item) => item.kind === "error")
      .map((item) => documentFromItem({ ...item, erroneousEvent: "<error>Nowhere to be found.</error>" }))[0];
    const document = broken as typeof given;
    expect(judgeVerdict({ verdict: "sound", document, given: document, reason: "", codes: [] })).toEqual({
      ok: false,
      reason: "problems",
    });
    expect(judgeVerdict({ verdict: "irreparable", document, given: document, reason: " ", codes: [] })).toEqual({
      ok: false,
      reason: "reason-missing",
    });
    expect(
      judgeVerdict({ verdict: "irreparable", document, given: document, reason: "No error left.", codes: [] }),
    ).toEqual({
      ok: true,
    });
  });

  it("is refused with an unknown field or a wrong type", () => {
    const request = { revisionId: null, fence: 1, verdict: "sound", checklist: {}, dismissals: [], activeMs: 5 };
    expect(verdictRequest.parse(request)).toMatchObject({ reason: "" });
    for (const wrong of [
      { ...request, extra: 1 },
      { ...request, fence: "1" },
      { ...request, verdict: "good" },
      { ...request, checklist: { a: "yes" } },
      { ...request, reason: "x".repeat(2_001) },
      { ...request, activeMs: -1 },
    ]) {
      expect(verdictRequest.safeParse(wrong).success).toBe(false);
    }
  });
});

describe("an item's standing", () => {
  const copy = (
    state: "open" | "leased" | "submitted" | "irreparable" | "returned",
    verdict: string | null = null,
    wasCut = false,
  ) => ({ state, verdict, wasCut }) as Parameters<typeof deriveItemStatus>[0][number];

  const drawn = (isDrawn: boolean) => ({ isDrawn, mustBeReviewed: false });

  it("goes back to review after a return, whatever was then done to it", () => {
    const returned = { isDrawn: false, mustBeReviewed: true };
    for (const verdict of ["sound", "refined"] as const)
      expect(deriveItemStatus([copy("submitted", verdict)], returned)).toBe("submitted");
    expect(deriveItemStatus([copy("irreparable", "irreparable")], returned)).toBe("submitted");
    expect(deriveItemStatus([copy("returned", "sound")], returned)).toBe("returned");
    expect(deriveItemStatus([copy("leased")], returned)).toBe("in-work");
  });

  it("follows its copies", () => {
    expect(deriveItemStatus([copy("open"), copy("open")], drawn(true))).toBe("open");
    expect(deriveItemStatus([copy("submitted", "sound"), copy("open")], drawn(true))).toBe("in-work");
    expect(deriveItemStatus([copy("returned", "refined"), copy("submitted", "sound")], drawn(false))).toBe("returned");
    expect(deriveItemStatus([copy("submitted", "sound"), copy("submitted", "sound")], drawn(false))).toBe("accepted");
    expect(deriveItemStatus([copy("submitted", "sound"), copy("submitted", "sound")], drawn(true))).toBe("submitted");
    expect(deriveItemStatus([copy("submitted", "refined"), copy("submitted", "sound")], drawn(false))).toBe(
      "submitted",
    );
    expect(deriveItemStatus([copy("irreparable", "irreparable"), copy("submitted", "sound")], drawn(false))).toBe(
      "submitted",
    );
    expect(deriveItemStatus([copy("irreparable", "irreparable")], drawn(true))).toBe("irreparable");
    // Judged sound after a cut from another story, but the item still differs from the imported version.
    expect(deriveItemStatus([copy("submitted", "sound", true)], drawn(false))).toBe("submitted");
    expect(deriveItemStatus([copy("irreparable", "irreparable", true)], drawn(false))).toBe("irreparable");
    expect(() => deriveItemStatus([], drawn(false))).toThrow(RangeError);
  });
});

describe("the blind re-solve", () => {
  const settings = collectionSettingsSchema.parse({ reSolveAnswers: 3, reSolveShare: 0.66, reSolveOverlap: 0.3 });
  const right = (overlap: number | null = null) => ({ isRight: true, overlap });
  const wrong = { isRight: false, overlap: null };

  it("decides nothing while answers are missing", () => {
    expect(evaluateReSolve([right(), right()], false, settings)).toBeNull();
  });

  it("needs enough right answers, and words near the marked error", () => {
    expect(evaluateReSolve([right(), right(), wrong], false, settings)).toMatchObject({ passed: true, right: 2 });
    expect(evaluateReSolve([right(), wrong, wrong], false, settings)).toMatchObject({ passed: false, failed: "share" });
    expect(evaluateReSolve([right(0.5), right(0.1), right(0.3)], true, settings)).toMatchObject({ passed: true });
    expect(evaluateReSolve([right(0.1), right(0.1), right(0.3)], true, settings)).toMatchObject({
      passed: false,
      failed: "overlap",
    });
    expect(evaluateReSolve([right(null), right(null), right(null)], true, settings)?.overlap).toBeNull();
  });
});

describe("the groups of a set", () => {
  it("link each original of the demo with its erroneous story, and a question with the original of its number", () => {
    const items = demoItems();
    const groups = groupBySource(items);
    for (const item of items.filter(({ kind }) => kind === "error")) {
      expect(groups.get(item.id)).toBe(item.id.replace("erroneous_", ""));
    }
    for (const item of items) expect(groups.has(item.id)).toBe(true);
  });

  it("go by a stated source before anything else, and leave a lone question alone", () => {
    const items = demoItems();
    const question = { ...(items.find(({ kind }) => kind === "knp") as KsteItem), sourceId: "story_9" };
    expect(groupBySource([...items.filter(({ id }) => id !== question.id), question]).get(question.id)).toBe("story_9");
    expect(groupBySource([question]).get(question.id)).toBe(question.id);
  });
});
