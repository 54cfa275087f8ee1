import { Callout } from "@/components/ui/callout.tsx";
import { describeProblem } from "@/lib/domain/tasks/editor/describe-problem.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";

/** Why the entered task cannot be saved; each problem names its question and leads there. */
export function ProblemList({
  schema,
  problems,
}: {
  schema: TaskSchema;
  problems: readonly { field: string; message: string }[];
}) {
  const described = problems.slice(0, 10).map((problem) => describeProblem(schema, problem));
  return (
    <Callout tone="warn" title="This task cannot be saved yet">
      <ul>
        {described.map(({ field, sentence }) => (
          <li key={sentence} className="wrap-anywhere">
            {field === null ? sentence : <a href={`#task-${field}`}>{sentence}</a>}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
