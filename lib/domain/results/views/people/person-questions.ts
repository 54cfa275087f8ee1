import type { Protocol } from "../../../survey/protocol.ts";
import { notKnown, type Question } from "../../../survey/questions/question.ts";
import type { PersonAttribute } from "../../model/single-answers.ts";
import { quarterBands } from "../../preparation/quarter-bands.ts";

/** Numbers with more different values than this are divided into quarters. */
const mostValues = 12;

/**
 * The questions of a protocol that divide people into groups: choices that some answer may follow without ending the
 * session, several choices at once, numbers and scales. Consent and screeners in which only one answer lets people in
 * divide no one, and neither do texts.
 */
export function personQuestions({ steps }: Protocol): Question[] {
  return steps.flatMap((step) =>
    step.kind !== "questions"
      ? []
      : step.questions.filter((question) => {
          if (question.type === "text") return false;
          return question.type !== "choice" || lastingChoices(question).length > 1;
        }),
  );
}

/**
 * What people said to a question, as attributes: a choice in its own words; each of several choices as yes or no; numbers
 * and points of a scale as they are, or in bands of a quarter of the people where there are many.
 *
 * @param given by person, as stored (`readAnswer`); null where nothing was said
 */
export function personAttributes(question: Question, given: readonly (string | null)[]): PersonAttribute[] {
  const { key: name } = question;
  const label = name.replaceAll("-", " ");
  const said = given.map((value) => (value === null || value === "" ? null : value));
  switch (question.type) {
    case "text":
      return [];
    case "choice": {
      const labels = new Map(lastingChoices(question).map((choice) => [choice.value, choice.label]));
      return [{ name, label, values: said.map((value) => value && (labels.get(value) ?? inWords(value))) }];
    }
    case "several": {
      const chosen = said.map((value) => (value === null || value === notKnown ? null : listOf(value)));
      return question.choices.map((choice) => ({
        name: `${name}-${choice.value}`,
        label: `${label}: ${choice.label}`,
        values: chosen.map((values) => values && (values.includes(choice.value) ? "yes" : "no")),
      }));
    }
    case "number":
    case "scale": {
      const numbers = said.flatMap((value) => (value === null || value === notKnown ? [] : [Number(value)]));
      const bands = new Set(numbers).size > mostValues ? quarterBands(numbers) : null;
      const inBand = (value: string) => (bands ? bands.labelOf(Number(value)) : value);
      return [
        { name, label, values: said.map((value) => value && (value === notKnown ? inWords(value) : inBand(value))) },
      ];
    }
  }
}

function lastingChoices({ choices }: Extract<Question, { type: "choice" }>) {
  return choices.filter(({ endsAs }) => endsAs === null);
}

function inWords(value: string): string {
  return value === notKnown ? "do not know" : value;
}

/** The list that is stored for several choices; nothing in it where it is no list. */
function listOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
