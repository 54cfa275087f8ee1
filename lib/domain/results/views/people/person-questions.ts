import type { Protocol } from "../../../survey/protocol.ts";
import { notKnown, type Question } from "../../../survey/questions/question.ts";
import type { PersonAttribute } from "../../model/single-answers.ts";
import { quarterBands } from "../../preparation/quarter-bands.ts";

/** Numbers with more distinct values are divided into quarters. */
const maxValues = 12;

/**
 * The questions of a protocol that divide people into groups: single choices if more than one answer continues the
 * session, multiple choices, numbers and scales. Consent, screeners with only one accepted answer, and texts do not
 * define groups.
 */
export function personQuestions({ steps }: Protocol): Question[] {
  return steps.flatMap((step) =>
    step.kind !== "questions"
      ? []
      : step.questions.filter((question) => {
          if (question.type === "text") return false;
          return question.type !== "choice" || nonEndingChoices(question).length > 1;
        }),
  );
}

/**
 * People's answers to a question as attributes: a single choice as its text; each of several choices as yes or no;
 * numbers and points of a scale unchanged, or in quarter bands if there are many.
 *
 * @param given the stored answers by person (`readAnswer`); null without an answer
 */
export function personAttributes(question: Question, storedAnswers: readonly (string | null)[]): PersonAttribute[] {
  const { key: name } = question;
  const label = name.replaceAll("-", " ");
  const answers = storedAnswers.map((value) => (value === null || value === "" ? null : value));
  switch (question.type) {
    case "text":
      return [];
    case "choice": {
      const labels = new Map(nonEndingChoices(question).map((choice) => [choice.value, choice.label]));
      return [
        { name, label, values: answers.map((value) => value && (labels.get(value) ?? formatAnswerValue(value))) },
      ];
    }
    case "several": {
      const chosenValues = answers.map((value) => (value === null || value === notKnown ? null : listOf(value)));
      return question.choices.map((choice) => ({
        name: `${name}-${choice.value}`,
        label: `${label}: ${choice.label}`,
        values: chosenValues.map((values) => values && (values.includes(choice.value) ? "yes" : "no")),
      }));
    }
    case "number":
    case "scale": {
      const numbers = answers.flatMap((value) => (value === null || value === notKnown ? [] : [Number(value)]));
      const bands = new Set(numbers).size > maxValues ? quarterBands(numbers) : null;
      const formatBand = (value: string) => (bands ? bands.labelOf(Number(value)) : value);
      return [
        {
          name,
          label,
          values: answers.map((value) => value && (value === notKnown ? formatAnswerValue(value) : formatBand(value))),
        },
      ];
    }
  }
}

function nonEndingChoices({ choices }: Extract<Question, { type: "choice" }>) {
  return choices.filter(({ endsAs }) => endsAs === null);
}

function formatAnswerValue(value: string): string {
  return value === notKnown ? "do not know" : value;
}

/** The stored list of several choices; empty if it is not a list. */
function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
