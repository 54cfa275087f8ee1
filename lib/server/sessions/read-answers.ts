import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import type { Option, ParsedAnswer } from "@/lib/domain/items/kinds/item-kind.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { sayIn } from "@/lib/domain/survey/languages/messages.ts";
import {
  type FieldProblem,
  type FormFields,
  parseAnswers,
  parseConsent,
  reasonTexts,
} from "@/lib/domain/survey/parse-answers.ts";
import { askedQuestions } from "@/lib/domain/survey/questions/apply-rules.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { timedOutAnswer, timedOutKey, timeOptionQuestion } from "@/lib/domain/survey/time-limit.ts";
import { findPlacement } from "./find-placement.ts";
import { getPlacedStimulus } from "./placed-stimulus.ts";
import { readGivenAnswers } from "./read-given-answers.ts";
import { type RunningProtocol, translateRunning } from "./running-study.ts";
import type { SessionStep } from "./session-step.ts";

/** The parsed fields of a post. */
export type ReadAnswers =
  | {
      status: "read";
      answers: Record<string, string>;
      response: Omit<NonNullable<SessionStep["response"]>, "sha256" | "timeOption"> | null;
      /** Answers to earlier screens, if they were needed. */
      earlier?: Record<string, string>;
      /** Whether the answer to a practice item is correct; null for other screens. */
      practised?: boolean | null;
    }
  | { status: "invalid"; problems: FieldProblem[] }
  | { status: "unknown" };

/**
 * Parses the form fields of a POST request for its screen; stores nothing.
 *
 * @param isTimedOut whether the time of the item is over: its fields are then kept as a draft and not parsed
 */
export async function readAnswers(
  running: RunningProtocol,
  tokenHash: string,
  screen: Screen,
  fields: FormFields,
  isTimedOut: boolean,
): Promise<ReadAnswers> {
  switch (screen.kind) {
    case "consent":
      return toReadAnswers(parseConsent(running.protocol.consent.boxes ?? [], fields));
    case "questions": {
      const { questions } = screen.step;
      const hasNoConditions = questions.every(({ showIf }) => !showIf);
      const earlier = hasNoConditions ? {} : await readGivenAnswers(running, tokenHash);
      const readResult = toReadAnswers(parseAnswers(askedQuestions(questions, earlier), fields));
      return readResult.status === "read" && !hasNoConditions ? { ...readResult, earlier } : readResult;
    }
    case "explanation":
      return toReadAnswers(parseAnswers([screen.question], fields));
    case "time-limit":
      return toReadAnswers(parseAnswers([timeOptionQuestion(sayIn(running.language), screen.seconds)], fields));
    case "text":
    case "story":
    case "feedback":
    case "exit":
      return toReadAnswers(parseAnswers([], fields));
    case "practice": {
      if (screen.part === "story") return toReadAnswers(parseAnswers([], fields));
      const item = screen.step.items[screen.position];
      if (!item) return { status: "unknown" };
      const parsed = parseItemAnswer(item, fields);
      if (!parsed.ok) return { status: "invalid", problems: toProblems(parsed) };
      const practiceResult =
        screen.step.training && item.gold !== undefined
          ? requireKind(item.kind).score(parsed.answer, item.gold, item).correct === true
          : null;
      return {
        status: "read",
        answers: { practice: canonicalJson(parsed.answer) },
        response: null,
        practised: practiceResult,
      };
    }
    case "answer":
      return readItemAnswer(running, tokenHash, screen, fields, isTimedOut);
  }
}

async function readItemAnswer(
  running: RunningProtocol,
  tokenHash: string,
  screen: Extract<Screen, { kind: "answer" }>,
  fields: FormFields,
  isTimedOut: boolean,
): Promise<ReadAnswers> {
  const placement = await findPlacement(tokenHash, screen.position);
  if (!placement) return { status: "unknown" };
  const shownProtocol = translateRunning(running, placement.language);
  const { item, stimulus, shownItemVersionId } = await getPlacedStimulus(
    shownProtocol,
    placement.itemVersionId,
    placement.conditionId,
  );
  const context = {
    position: screen.position,
    shownItemVersionId: shownItemVersionId === placement.itemVersionId ? null : shownItemVersionId,
    contentFingerprint: stimulus.contentFingerprint,
    presentationFingerprint: stimulus.presentationFingerprint,
  };
  if (isTimedOut) {
    const knownFields = [...listFormNames(item), ...(screen.explanation ? [screen.explanation.key] : [])];
    const answer = timedOutAnswer(fields, knownFields);
    return { status: "read", answers: {}, response: { ...context, answer, answerKey: timedOutKey } };
  }
  const { own: itemFields, rest } = splitAnswer(item, fields);
  const parsed = requireOfferedAnswer(parseItemAnswer(item, itemFields), stimulus.screens.at(-1)?.options ?? []);
  const parsedExplanation = parseAnswers(screen.explanation ? [screen.explanation] : [], rest);
  if (!parsed.ok || !parsedExplanation.ok) {
    return {
      status: "invalid",
      problems: [...(parsed.ok ? [] : toProblems(parsed)), ...(parsedExplanation.ok ? [] : parsedExplanation.problems)],
    };
  }
  return {
    status: "read",
    answers: parsedExplanation.answers,
    response: { ...context, answer: parsed.answer, answerKey: requireKind(item.kind).answerKey(parsed.answer) },
  };
}

/** The names of an item's form fields. */
function listFormNames(item: Item): readonly string[] {
  const kind = requireKind(item.kind);
  return kind.formFields?.(item) ?? kind.answerFields;
}

function parseItemAnswer(item: Item, fields: FormFields): ParsedAnswer {
  const knownFields = listFormNames(item);
  const unknownField = Object.keys(fields).find((field) => !knownFields.includes(field));
  if (unknownField !== undefined) return { ok: false, field: unknownField, message: "is not a known field" };
  return requireKind(item.kind).parseAnswer(fields, item);
}

/** Throws for an answer that its screen did not offer: the options of a kind depend on the condition. */
function requireOfferedAnswer(parsed: ParsedAnswer, options: readonly Option[]): ParsedAnswer {
  const choice = parsed.ok ? parsed.answer.choice : undefined;
  if (choice === undefined || options.length === 0 || options.some(({ value }) => value === choice)) return parsed;
  return { ok: false, field: "choice", message: "The answer must be one of the options.", reason: "not-offered" };
}

/** Separates the fields of the item from the fields of the explanation question below it. */
function splitAnswer(item: Item, fields: FormFields): { own: FormFields; rest: FormFields } {
  const itemFields = listFormNames(item);
  const entries = Object.entries(fields);
  return {
    own: Object.fromEntries(entries.filter(([name]) => itemFields.includes(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !itemFields.includes(name))),
  };
}

/** Translates a kind's error into sentences in the participant's language, if its reason is known. */
function toProblems(refused: Extract<ParsedAnswer, { ok: false }>): FieldProblem[] {
  const { more = [], values, ...first } = refused;
  return [{ ...first, values }, ...more.map((one) => ({ ...one, values: undefined }))].map((problem) => {
    const { field, message, reason } = problem;
    const participantText = reason && {
      said: { key: reasonTexts[reason], ...(problem.values && { values: problem.values }) },
    };
    return { field, message, ...participantText };
  });
}

function toReadAnswers(parsed: ReturnType<typeof parseAnswers>): ReadAnswers {
  if (!parsed.ok) return { status: "invalid", problems: parsed.problems };
  return { status: "read", answers: parsed.answers, response: null };
}
