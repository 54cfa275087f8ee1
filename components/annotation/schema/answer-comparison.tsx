import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatFieldAnswer } from "@/lib/domain/annotation/schema-items/format-answer.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { comparableAnswers } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";

/** Several answers to one item beside each other, field by field; fields that differ are marked. */
export function AnswerComparison({
  task: { schema, fields },
  caption,
  columns,
}: {
  task: Pick<SchemaTask, "schema" | "fields">;
  caption: string;
  columns: readonly { key: string; title: ReactNode; answer: TaskAnswer }[];
}) {
  const compared = columns.map(({ answer }) => comparableAnswers(schema, answer));
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th>Field</Th>
          {columns.map(({ key, title }) => (
            <Th key={key}>{title}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {schema.answer.map((field) => {
          const differs = new Set(compared.map((answers) => answers[field.name] ?? "")).size > 1;
          return (
            <tr key={field.name}>
              <Th scope="row">
                {field.label} {differs && <Badge tone="warn">differs</Badge>}
              </Th>
              {columns.map(({ key, answer }) => (
                <Td key={key} className="wrap-anywhere">
                  {formatFieldAnswer(field, { schema, fields, answer }) || "–"}
                </Td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
