import { describe, expect, it } from "vitest";
import type { Item } from "../../items/item.ts";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { getPreset } from "../presets/registry.ts";
import { protocolSchema } from "../protocol.ts";
import type { ProtocolStep } from "../protocol-step.ts";
import { newExitStep, newQuestion, renameChoice, renameQuestion } from "./edit-draft.ts";
import type { ChoiceQuestion } from "./quotas.ts";
import { reviewDraft } from "./review-draft.ts";
import type { StudyDraft } from "./study-draft.ts";

const items: Item[] = Array.from({ length: 140 }, (_, number) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text: "Ada lost her key." },
  text: `Statement ${number}.`,
  options: [],
}));

/** A study whose first page asks "member"; a page, a question of it and an exit depend on the answer. */
function branched(): StudyDraft {
  const preset = getPreset("street-2024");
  if (!preset) throw new Error("no preset");
  const draft: StudyDraft = { ...preset.draft(), name: "N", slug: "name", description: "", benchmarkId: "", seed: "s" };
  const asked = (key: string) => ({ ...newQuestion("choice", { steps: [] }), key, label: key }) as ChoiceQuestion;
  const page = (key: string, questions: ChoiceQuestion[], rules: object = {}): ProtocolStep => ({
    kind: "questions",
    key,
    title: key,
    text: "",
    questions,
    ...rules,
  });
  const first = page("first", [asked("member"), asked("other")]);
  const shown = page("shown", [asked("since"), { ...asked("why"), showIf: { question: "member", oneOf: ["yes"] } }], {
    showIf: { question: "member", oneOf: ["yes", "no"] },
    skipIf: { question: "other", oneOf: ["yes"] },
  });
  const exit: ProtocolStep = {
    ...(newExitStep({ steps: [] }) as Extract<ProtocolStep, { kind: "exit" }>),
    key: "leave",
    showIf: { question: "member", oneOf: ["no"] },
  };
  const steps = [first, shown, exit, ...draft.protocol.steps];
  return { ...draft, protocol: { ...draft.protocol, steps } };
}

const rulesOf = ({ protocol }: StudyDraft) =>
  protocol.steps.flatMap((step) => {
    if (step.kind === "exit") return [step.showIf];
    if (step.kind !== "questions") return [];
    return [step.showIf, step.skipIf, ...step.questions.map(({ showIf }) => showIf)].filter(
      (rule) => rule !== undefined,
    );
  });

describe("renaming what branches depend on", () => {
  it("starts from a draft without contradictions", () => {
    expect(protocolSchema.safeParse(branched().protocol).error).toBeUndefined();
    expect(reviewDraft(branched(), trueFalse, items)).toEqual([]);
  });

  it("changes the question in pages, questions and exits, and no other rule", () => {
    const renamed = renameQuestion(branched(), 0, 0, "membership");
    expect(rulesOf(renamed)).toEqual([
      { question: "membership", oneOf: ["yes", "no"] },
      { question: "other", oneOf: ["yes"] },
      { question: "membership", oneOf: ["yes"] },
      { question: "membership", oneOf: ["no"] },
    ]);
    expect(protocolSchema.safeParse(renamed.protocol).error).toBeUndefined();
  });

  it("changes the answer only in rules about its own question", () => {
    const renamed = renameChoice(branched(), 0, 0, 0, "joined");
    expect(rulesOf(renamed)).toEqual([
      { question: "member", oneOf: ["joined", "no"] },
      { question: "other", oneOf: ["yes"] },
      { question: "member", oneOf: ["joined"] },
      { question: "member", oneOf: ["no"] },
    ]);
    expect(protocolSchema.safeParse(renamed.protocol).error).toBeUndefined();
  });
});

describe("the review of a draft refuses", () => {
  const problems = (change: Partial<StudyDraft>, chosen = items, draft = branched()) =>
    reviewDraft({ ...draft, ...change }, trueFalse, chosen).map(({ field, message }) => `${field}: ${message}`);
  const [age, gender] = branched().quotas as [StudyDraft["quotas"][number], StudyDraft["quotas"][number]];

  it("no items, items of another kind, and too few items for a session", () => {
    expect(problems({}, [])[0]).toBe("itemFilter: Choose at least one item.");
    const other = { ...items[0]!, kind: "rating" };
    expect(problems({}, [...items, other])[0]).toBe("itemKind: One of the items is of another kind: rating.");
    expect(problems({ itemsPerSession: 141 })[0]).toBe(
      "itemsPerSession: A session of 141 items needs at least as many; 140 are chosen.",
    );
  });

  it("conditions that the kind does not have, and a factor without a level", () => {
    const { conditions } = branched();
    expect(problems({ conditions: { ...conditions, colour: ["red"] } })).toContain(
      "conditions.colour: The kind of item has no factor colour.",
    );
    const [name] = Object.keys(conditions) as [string];
    expect(problems({ conditions: { ...conditions, [name]: [] } })).toContain(
      `conditions.${name}: Please choose at least one of these.`,
    );
    expect(problems({ conditions: { ...conditions, [name]: ["loud"] } })[0]).toMatch(/loud is not a level of/);
  });

  it("quotas of a question twice, of no question, and with an answer twice or unknown", () => {
    expect(problems({ quotas: [age, gender, age] })).toContain("quotas.2: This question already has quotas.");
    expect(problems({ quotas: [{ question: "height", values: ["tall"] }] })).toContain(
      'quotas.0: There is no choice question "height" before the items.',
    );
    expect(problems({ quotas: [{ ...age, values: [...age.values, age.values[0] as string] }] })[0]).toMatch(
      /^quotas\.0: The answer ".*" occurs twice\.$/,
    );
    expect(problems({ quotas: [{ ...age, values: [...age.values, "ancient"] }] })[0]).toMatch(
      /^quotas\.0: "ancient" is not an answer to/,
    );
  });

  it("a quota of people who do not take part, and of a question that some people are not asked", () => {
    const draft = branched();
    const [first, ...rest] = draft.protocol.steps as [Extract<ProtocolStep, { kind: "questions" }>];
    const member = first.questions[0] as ChoiceQuestion;
    const ends = {
      ...member,
      choices: [{ ...member.choices[0]!, endsAs: "screened-out" as const }, member.choices[1]!],
    };
    const steps = [{ ...first, questions: [ends, ...first.questions.slice(1)] }, ...rest];
    const quotas = [{ question: "member", values: ["yes", "no"] }];
    expect(problems({ quotas, protocol: { ...draft.protocol, steps } })).toContain(
      'quotas.0: People who answer "Yes" do not take part, so this answer cannot have a quota.',
    );
    const sometimes = [{ question: "since", values: ["yes", "no"] }];
    expect(problems({ quotas: sometimes, openStratum: false })).toContain(
      "quotas.0: People who are not asked this question would have no slot. Accept people outside the quotas.",
    );
    expect(problems({ quotas: sometimes, openStratum: true }).filter((line) => line.startsWith("quotas"))).toEqual([]);
  });

  it("a page after more items than a session has, and too many answers", () => {
    const draft = branched();
    const steps = draft.protocol.steps.map((step, index) =>
      index === 0 ? { ...step, amongItems: { from: 1, to: 9 } } : step,
    ) as ProtocolStep[];
    const protocol = { ...draft.protocol, steps };
    expect(problems({ protocol, itemsPerSession: 5 })).toContain(
      "protocol.steps.0.amongItems.to: Enter positions from 1 to 4: each session has 5 items, and the page must be followed by one.",
    );
    expect(problems({ protocol, itemsPerSession: 1 })).toContain(
      "protocol.steps.0.amongItems.to: A session of one item has no position among its items.",
    );
    expect(problems({ perStratumItem: 10_000 })[0]).toMatch(
      /^perStratumItem: This makes .* answers; at most .* are possible/,
    );
  });
});
