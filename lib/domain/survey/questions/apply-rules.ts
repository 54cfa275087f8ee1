import type { AnswerCondition, Branch, Question } from "./question.ts";

type Answers = Readonly<Record<string, string>>;

/** Whether a condition is true for a stored answer; always false without an answer. */
export function isConditionMet(condition: AnswerCondition, answer: string | undefined): boolean {
  if (answer === undefined || answer === "") return false;
  const values = answerValues(answer);
  if (condition.oneOf?.some((wanted) => values.some((value) => isSame(value, wanted)))) return true;
  if (condition.atLeast === undefined && condition.atMost === undefined) return false;
  return values.some((value) => {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return number >= (condition.atLeast ?? -Infinity) && number <= (condition.atMost ?? Infinity);
  });
}

/** The values of a stored answer: the members of a list, or the single value. */
export function answerValues(answer: string): string[] {
  if (!answer.startsWith("[")) return [answer];
  try {
    const list: unknown = JSON.parse(answer);
    return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : [answer];
  } catch {
    return [answer];
  }
}

/** Compares texts, ignoring case and surrounding spaces. */
function isSame(value: string, wanted: string): boolean {
  return value.trim().toLowerCase() === wanted.trim().toLowerCase();
}

/** The questions of a page that are shown to a person with these answers to earlier pages. */
export function askedQuestions(questions: readonly Question[], earlier: Answers): Question[] {
  return questions.filter(({ showIf }) => !showIf || isConditionMet(showIf, earlier[showIf.question]));
}

/** The rules of a page of questions that depend on earlier answers. */
type PageRules = { questions: readonly Question[]; showIf?: Branch | undefined; skipIf?: Branch | undefined };

/** Whether a page may be skipped for some people, because the page or each of its questions depends on an earlier answer. */
export function isSkippable({ questions, showIf, skipIf }: PageRules): boolean {
  return showIf !== undefined || skipIf !== undefined || questions.every((question) => question.showIf !== undefined);
}

/** Whether a page is shown to a person with these answers to earlier pages. An unanswered question never skips a page. */
export function isPageShown({ questions, showIf, skipIf }: PageRules, earlier: Answers): boolean {
  if (showIf && !isConditionMet(showIf, earlier[showIf.question])) return false;
  if (skipIf && isConditionMet(skipIf, earlier[skipIf.question])) return false;
  return askedQuestions(questions, earlier).length > 0;
}

/**
 * The outcome with which the answers to a page end the session; null if they do not end it. The first question that
 * ends the session determines the outcome.
 */
export function endOf(questions: readonly Question[], answers: Answers): "screened-out" | "quality" | null {
  for (const question of questions) {
    const answer = answers[question.key];
    if (answer === undefined) continue;
    if (question.type === "choice" || question.type === "several") {
      const values = question.type === "several" ? answerValues(answer) : [answer];
      const ending = question.choices.find(({ value, endsAs }) => endsAs && values.includes(value));
      if (ending?.endsAs) return ending.endsAs;
    }
    const rule = question.ends?.find(({ when }) => isConditionMet(when, answer));
    if (rule) return rule.endsAs;
  }
  return null;
}

/** A stored answer with the labels of the question. */
export function formatStoredAnswer(question: Question, answer: string): string {
  if (question.type !== "choice" && question.type !== "several") return answer;
  const values = question.type === "several" ? answerValues(answer) : [answer];
  return values.map((value) => question.choices.find((choice) => choice.value === value)?.label ?? value).join(", ");
}
