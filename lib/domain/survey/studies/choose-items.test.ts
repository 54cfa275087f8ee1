import { describe, expect, it } from "vitest";
import { itemKinds } from "../../items/kinds/registry.ts";
import { chooseDraftItems, findUnknownItems } from "./choose-items.ts";
import type { StudyDraft } from "./study-draft.ts";

const kind = itemKinds.consistency!;
const itemOf = (id: string, attributes: Record<string, string>) => ({
  id: `version of ${id}`,
  externalId: id,
  attributes,
  item: {
    kind: "consistency",
    story: { title: id, genre: "", text: "Ana hid the key. Ben saw nothing. Ben took the key." },
    text: "",
    options: [],
    attributes,
  },
});
const items = [
  itemOf("marked", { level: "high", event_words: "0-3" }),
  itemOf("bare", { level: "high" }),
  itemOf("low", { level: "low", event_words: "0-3" }),
];
const levelsOf = (name: string) =>
  kind.factors.find((factor) => factor.name === name)?.levels.map(({ value }) => value) ?? [];
const marking = Object.fromEntries(kind.factors.map(({ name }) => [name, levelsOf(name)]));
const draftOf = (changes: Partial<StudyDraft>) =>
  ({
    itemKind: "consistency",
    itemFilter: {},
    conditions: marking,
    quotas: [],
    protocol: { steps: [] },
    ...changes,
  }) as unknown as StudyDraft;
const namesOf = (changes: Partial<StudyDraft>) =>
  chooseDraftItems(draftOf(changes), kind, items).map(({ externalId }) => externalId);

describe("the items of a draft", () => {
  it("meet every criterion: kind, values of attributes, names", () => {
    expect(namesOf({})).toEqual(["marked", "bare", "low"]);
    expect(namesOf({ itemFilter: { level: ["high"] } })).toEqual(["marked", "bare"]);
    expect(namesOf({ itemFilter: { level: ["high"] }, itemIds: ["low", "bare"] })).toEqual(["bare"]);
    expect(namesOf({ itemKind: "true-false" })).toEqual([]);
  });

  it("have every mark that a condition shows, if the draft requires it", () => {
    const marked = kind.factors.flatMap(({ name, levels }) =>
      levels.flatMap(({ value }) => (kind.marks?.({ [name]: value }) ?? []).map((mark) => ({ name, value, mark }))),
    );
    const event = marked.find(({ mark }) => mark === "event")!;
    const conditions = { ...marking, [event.name]: [event.value] };
    const expected = marked.filter((one) => one.name === event.name && one.value === event.value);
    expect(expected.map(({ mark }) => mark)).toEqual(["event"]);
    expect(namesOf({ conditions, onlyMarked: true })).toEqual(["marked", "low"]);
    expect(namesOf({ conditions })).toEqual(["marked", "bare", "low"]);
  });

  it("name what no item of the kind has", () => {
    expect(findUnknownItems(draftOf({ itemIds: ["bare", "typo"] }), items)).toEqual(["typo"]);
    expect(findUnknownItems(draftOf({}), items)).toEqual([]);
  });
});
