import { describe, expect, it } from "vitest";
import { layoutDesignSchema } from "./layout-design.ts";
import { layoutItem } from "./layout-item.ts";
import { generateOrExplain } from "./nearest-exact.ts";

const items = Array.from({ length: 42 }, (_, index) =>
  layoutItem({
    id: `${index}`,
    story: { id: `s${index % 7}` },
    attributes: { type: index % 3 === 0 ? "tom" : "factual" },
  }),
);

function refusal(design: Record<string, unknown>) {
  const result = generateOrExplain(layoutDesignSchema.parse({ seed: 1, ...design }), items);
  if (result.ok) throw new Error("was laid out");
  return result;
}

describe("a design that contradicts itself", () => {
  it("is told the nearest number of sessions that its shares divide into whole ones", () => {
    const strata = Array.from({ length: 8 }, (_, index) => ({ key: `${index}`, share: 0.125 }));
    const { message, nearest } = refusal({ sessions: 85, strata });
    expect(nearest).toEqual([{ field: "sessions", value: 88 }]);
    expect(message).toBe(
      "This design is not possible: the shares of the strata do not divide 85 sessions into whole ones; the nearest exact number of sessions is 88.",
    );
  });

  it("is told the most items of which no two share a story", () => {
    expect(refusal({ sessions: 42, itemsPerSession: 9, rules: [{ onePer: "story" }] }).nearest).toEqual([
      { field: "itemsPerSession", value: 7 },
    ]);
  });

  it("is told how many sessions let unequal classes be balanced, and how many items do with nearly as many people", () => {
    // Two of four answers are about 14 items and two about 28: beyond 14 sessions their counts differ by more than one.
    const { nearest, message } = refusal({ sessions: 100, itemsPerSession: 4, rules: [{ balance: "type" }] });
    expect(nearest).toEqual([{ field: "sessions", value: 14 }]);
    expect(message).toContain("; the nearest exact number of sessions is 14, or of items to draw 28.");
  });

  it("is told how many items can be drawn", () => {
    expect(refusal({ sessions: 10, draw: 50 }).nearest).toEqual([{ field: "draw", value: 42 }]);
  });

  it("is told two numbers where one alone does not help", () => {
    const strata = [0.48, 0.52].map((share, index) => ({ key: `${index}`, share }));
    const { message, nearest } = refusal({ sessions: 20, strata, itemsPerSession: 9, rules: [{ onePer: "story" }] });
    expect(nearest).toEqual([
      { field: "itemsPerSession", value: 7 },
      { field: "sessions", value: 25 },
    ]);
    expect(message).toContain("the nearest exact numbers are 7 items a session and 25 sessions.");
  });

  it("is told a number of sessions, too, where none was stated and no margin can be equal", () => {
    const { nearest } = refusal({ itemsPerSession: 4, rules: [{ balance: "type" }] });
    expect(nearest?.map(({ field }) => field)).toEqual(["sessions"]);
  });

  it("is told how many statements can follow a reading, and that none need to share one", () => {
    const rules = (most: number) => [{ reading: 3 }, { atMost: most, of: "story" }];
    expect(refusal({ sessions: 42, itemsPerSession: 6, rules: rules(2) }).nearest).toEqual([
      { field: "reading", value: 2 },
    ]);
    expect(refusal({ sessions: 42, itemsPerSession: 6, rules: rules(1) })).toMatchObject({
      nearest: [{ field: "reading", value: 1 }],
      message: expect.stringContaining("the nearest exact number of statements after a reading is 1."),
    });
    // Without readings, a session of nine would still need nine stories.
    expect(refusal({ sessions: 42, itemsPerSession: 9, rules: rules(1) }).nearest).toEqual([
      { field: "reading", value: 1 },
      { field: "itemsPerSession", value: 7 },
    ]);
    expect(refusal({ sessions: 42, itemsPerSession: 8, rules: [{ reading: 3 }] }).nearest).toEqual([
      { field: "itemsPerSession", value: 9 },
    ]);
    expect(
      refusal({ sessions: 42, itemsPerSession: 6, rules: [{ reading: 3 }, { balance: "typo" }] }).message,
    ).toContain('no item has the attribute "typo"');
  });

  it("is told two numbers where more items are to be drawn and shown than there are", () => {
    const { nearest } = refusal({ sessions: 42, draw: 50, itemsPerSession: 60 });
    expect(nearest).toEqual([
      { field: "draw", value: 42 },
      { field: "itemsPerSession", value: 42 },
    ]);
  });

  it("is told three numbers where its rules, shares and sizes contradict each other at once", () => {
    const strata = [0.48, 0.52].map((share, index) => ({ key: `${index}`, share }));
    const rules = [{ reading: 3 }, { onePer: "story" }];
    const { message } = refusal({ sessions: 20, strata, itemsPerSession: 9, rules });
    expect(message).toContain(
      "the nearest exact numbers are 1 statement after a reading, 7 items a session and 25 sessions.",
    );
  });

  it("names an attribute that no item has, for which no number helps", () => {
    const { message, nearest } = refusal({ sessions: 10, rules: [{ balance: "typo" }] });
    expect(nearest).toBeNull();
    expect(message).toContain('no item has the attribute "typo"');
  });
});

describe("shares", () => {
  it("written with three digits stand for simple fractions", () => {
    const strata = [0.333, 0.333, 0.334].map((share, index) => ({ key: `${index}`, share }));
    const result = generateOrExplain(layoutDesignSchema.parse({ seed: 1, sessions: 42, strata }), items);
    if (!result.ok) throw new Error(result.message);
    expect(result.slots.filter(({ stratum }) => stratum === "2")).toHaveLength(14);
  });

  it("must sum to one", () => {
    const strata = [{ key: "a", share: 0.5 }];
    expect(layoutDesignSchema.safeParse({ seed: 1, strata }).success).toBe(false);
  });
});
