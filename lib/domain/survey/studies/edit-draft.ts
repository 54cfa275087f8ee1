import { slugify } from "../../slug.ts";
import { mapBranches } from "../branching/map-branches.ts";
import { type Protocol, protocolQuestions } from "../protocol.ts";
import type { ProtocolStep } from "../protocol-step.ts";
import type { Question } from "../questions/question.ts";
import type { QuestionStep } from "../screens.ts";
import { listQuotaQuestions } from "./quotas.ts";
import type { StudyDraft } from "./study-draft.ts";

/** The value at a path such as `protocol.steps.1.title`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inside, part) => {
    if (typeof inside !== "object" || inside === null) return undefined;
    return Object.hasOwn(inside, part) ? (inside as Record<string, unknown>)[part] : undefined;
  }, value);
}

/** A copy with another value at a path. Unchanged parts are shared; the original is not modified. */
export function withValueAt<Whole>(value: Whole, path: string, replacement: unknown): Whole {
  const [part, ...rest] = path.split(".");
  if (part === undefined) return value;
  const inner = rest.length === 0 ? replacement : withValueAt(valueAt(value, part) ?? {}, rest.join("."), replacement);
  if (Array.isArray(value)) {
    return value.map((member, index) => (String(index) === part ? inner : member)) as Whole;
  }
  return { ...value, [part]: inner };
}

/** Moves a member of a list by a number of positions; returns the list unchanged if the new position is outside it. */
export function moveListEntry<Member>(members: readonly Member[], from: number, by: number): Member[] {
  const to = from + by;
  if (to < 0 || to >= members.length) return [...members];
  const remainingMembers = members.filter((_, index) => index !== from);
  return [...remainingMembers.slice(0, to), members[from] as Member, ...remainingMembers.slice(to)];
}

/** Removes one member of a list. */
export function removeListEntry<Member>(members: readonly Member[], index: number): Member[] {
  return members.filter((_, memberIndex) => memberIndex !== index);
}

/** Renames a page's key, and the references to it in checks that show the page again. */
export function renameStep(draft: StudyDraft, step: number, key: string): StudyDraft {
  const oldKey = draft.protocol.steps[step]?.key;
  const renamedDraft = withValueAt(draft, `protocol.steps.${step}.key`, key);
  const steps = renamedDraft.protocol.steps.map((other) =>
    other.kind === "questions" && other.check?.rereads !== undefined && other.check.rereads === oldKey
      ? { ...other, check: { ...other.check, rereads: key } }
      : other,
  );
  return { ...renamedDraft, protocol: { ...renamedDraft.protocol, steps } };
}

/** Renames a question's key on its page, in the branches that depend on it and in its quotas. */
export function renameQuestion(draft: StudyDraft, step: number, question: number, key: string): StudyDraft {
  const path = `protocol.steps.${step}.questions.${question}.key`;
  const oldKey = valueAt(draft, path);
  const renamedDraft = withValueAt(draft, path, key);
  const steps = mapBranches(renamedDraft.protocol.steps, (branch) =>
    branch.question === oldKey ? { ...branch, question: key } : branch,
  );
  return {
    ...renamedDraft,
    protocol: { ...renamedDraft.protocol, steps },
    quotas: draft.quotas.map((quota) => (quota.question === oldKey ? { ...quota, question: key } : quota)),
  };
}

/** Renames the stored value of an answer, in its question, in the branches that depend on it and in its quotas. */
export function renameChoice(
  draft: StudyDraft,
  step: number,
  question: number,
  choice: number,
  value: string,
): StudyDraft {
  const path = `protocol.steps.${step}.questions.${question}`;
  const oldValue = valueAt(draft, `${path}.choices.${choice}.value`);
  const key = valueAt(draft, `${path}.key`);
  const renamed = withValueAt(draft, `${path}.choices.${choice}.value`, value);
  const steps = mapBranches(renamed.protocol.steps, (branch) =>
    branch.question === key && branch.oneOf
      ? { ...branch, oneOf: branch.oneOf.map((known) => (known === oldValue ? value : known)) }
      : branch,
  );
  return {
    ...renamed,
    protocol: { ...renamed.protocol, steps },
    quotas: draft.quotas.map((quota) =>
      quota.question === key
        ? { ...quota, values: quota.values.map((known) => (known === oldValue ? value : known)) }
        : quota,
    ),
  };
}

/** Changes the label of an answer. The stored value follows the label until someone edits the value. */
export function relabelChoice(
  draft: StudyDraft,
  step: number,
  question: number,
  choice: number,
  label: string,
): StudyDraft {
  const path = `protocol.steps.${step}.questions.${question}.choices`;
  const choices = valueAt(draft, path) as { value: string; label: string }[];
  const oldChoice = choices[choice];
  const otherValues = removeListEntry(choices, choice).map((other) => other.value);
  const followsLabel = oldChoice?.value === choiceValue(oldChoice?.label ?? "", otherValues);
  const relabelledDraft = withValueAt(draft, `${path}.${choice}.label`, label);
  return followsLabel
    ? renameChoice(relabelledDraft, step, question, choice, choiceValue(label, otherValues))
    : relabelledDraft;
}

/** The stored value for a label: "18 to 29" gives "18-to-29". */
export function choiceValue(label: string, usedValues: readonly string[]): string {
  const base = slugify(label, 40) || "answer";
  if (!usedValues.includes(base)) return base;
  for (let number = 2; ; number += 1) if (!usedValues.includes(`${base}-${number}`)) return `${base}-${number}`;
}

/** The key for a text, as used for questions, answers and pages: "How old are you?" gives "how-old-are-you". */
export function shortName(text: string, usedNames: readonly string[]): string {
  // A key must begin with a letter.
  const base = slugify(slugify(text, 200).replace(/^[^a-z]+/, ""), 30) || "x";
  if (!usedNames.includes(base)) return base;
  for (let number = 2; ; number += 1) if (!usedNames.includes(`${base}-${number}`)) return `${base}-${number}`;
}

/** A new page of questions; its keys are new to the protocol. */
export function newQuestionStep(protocol: Pick<Protocol, "steps">): ProtocolStep {
  return {
    kind: "questions",
    key: shortName("questions", stepKeys(protocol)),
    title: "A few questions",
    text: "",
    questions: [newQuestion("choice", protocol)],
  };
}

/** A new page of text. */
export function newTextStep(protocol: Pick<Protocol, "steps">): ProtocolStep {
  return { kind: "text", key: shortName("text", stepKeys(protocol)), title: "Please read", text: "", dwellSeconds: 0 };
}

/** A new exit, for people who give the first answer to the last choice question before the items. */
export function newExitStep(protocol: Pick<Protocol, "steps">): ProtocolStep {
  const question = listQuotaQuestions(protocol).at(-1);
  return {
    kind: "exit",
    key: shortName("exit", stepKeys(protocol)),
    title: "Thank you for your time",
    text: "",
    returnUrl: "",
    showIf: { question: question?.key ?? "", oneOf: [question?.choices[0]?.value ?? ""] },
    endsAs: "screened-out",
  };
}

/** A new question of a kind; its key is new to the protocol. */
export function newQuestion(type: Question["type"], protocol: Pick<Protocol, "steps">): Question {
  const commonTexts = { key: shortName("question", questionKeys(protocol)), label: "", help: "" };
  switch (type) {
    case "choice":
    case "several":
      return {
        type,
        ...commonTexts,
        choices: [
          { value: "yes", label: "Yes", endsAs: null },
          { value: "no", label: "No", endsAs: null },
        ],
      };
    case "number":
      return { type, ...commonTexts, minimum: null, maximum: null, isWhole: true, unit: "" };
    case "scale":
      return { type, ...commonTexts, minimum: 1, maximum: 7, minimumLabel: "", maximumLabel: "", look: "buttons" };
    case "text":
      return { type, ...commonTexts, required: false, maximumLength: 1_000 };
  }
}

function stepKeys(protocol: Pick<Protocol, "steps">): string[] {
  return protocol.steps.map((step) => step.key);
}

function questionKeys(protocol: Pick<Protocol, "steps">): string[] {
  return protocolQuestions(protocol).map(({ key }) => key);
}

/** The draft with a changed page of questions; unchanged if the step at this index is not this page. */
export function replaceQuestionPage(
  draft: StudyDraft,
  index: number,
  edit: (page: QuestionStep) => QuestionStep,
): StudyDraft {
  const steps = draft.protocol.steps.map((step, stepIndex) =>
    stepIndex === index && step.kind === "questions" ? edit(step) : step,
  );
  return { ...draft, protocol: { ...draft.protocol, steps } };
}
