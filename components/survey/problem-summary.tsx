import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { FieldProblem } from "@/lib/domain/survey/parse-answers.ts";
import { confidenceKey } from "@/lib/domain/survey/questions/question.ts";
import type { ScreenView, SessionView } from "@/lib/domain/survey/session-view.ts";
import { formName } from "@/lib/domain/tasks/forms/form-names.ts";

/** A list of the problems on the page. If the page has several questions, each problem names its question. */
export function ProblemSummary({ view, say }: { view: SessionView; say: Say }) {
  if (view.problems.length === 0) return null;
  const questionsByField = questionsOf(view.screen, say);
  const problemText = ({ field, message }: FieldProblem) => {
    const question = questionsByField.size > 1 ? questionsByField.get(field) : undefined;
    // A standard message about a question of a task begins with the question.
    return question === undefined || message.startsWith(question)
      ? message
      : say("problemOf", { question, problem: message });
  };
  return (
    <div className="problem-summary" role="alert" tabIndex={-1}>
      <h2>{say("problemsTitle")}</h2>
      <ul>
        {view.problems.map((problem) => (
          <li key={problem.field} dir="auto">
            <a href={`#field-${problem.field}`}>{problemText(problem)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Maps the answer fields of a screen to the texts of their questions. */
function questionsOf(screen: ScreenView, say: Say): ReadonlyMap<string, string> {
  switch (screen.kind) {
    case "questions":
      return new Map(
        screen.questions.flatMap((question): [string, string][] => [
          [question.key, question.label],
          ...(question.confidence
            ? [[confidenceKey(question), `${question.label} ${say("howSure")}`] as [string, string]]
            : []),
        ]),
      );
    case "answer": {
      const { stimulus, explanation } = screen;
      const item = stimulus.statement ?? stimulus.question ?? say("answerTitle");
      const asked = (stimulus.task?.asked ?? []).map(({ name, label }): [string, string] => [formName(name), label]);
      if (!explanation) return new Map(asked);
      return new Map([...asked, ["choice", item], ["text", item], [explanation.key, explanation.label]]);
    }
    default:
      return new Map();
  }
}
