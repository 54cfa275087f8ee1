import type { Protocol } from "../../survey/protocol.ts";

export interface PersonQuestion {
  key: string;
  /** A short name for tables: the question's key, in words. */
  label: string;
  /** What each stored value is called. */
  labels: Readonly<Record<string, string>>;
}

/**
 * The questions of a protocol that divide people into groups: choices that some answer may follow without ending the
 * session. Consent and screeners in which only one answer lets people in divide nobody.
 */
export function personQuestions({ steps }: Protocol): PersonQuestion[] {
  return steps.flatMap((step) =>
    step.kind !== "questions"
      ? []
      : step.questions.flatMap((question) => {
          if (question.type !== "choice") return [];
          const lasting = question.choices.filter(({ endsAs }) => endsAs === null);
          if (lasting.length < 2) return [];
          return [
            {
              key: question.key,
              label: question.key.replaceAll("-", " "),
              labels: Object.fromEntries(lasting.map(({ value, label }) => [value, label])),
            },
          ];
        }),
  );
}
