import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { compareSpans, spanPosition } from "@/lib/domain/annotation/schema-items/compare-spans.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import { toComparableAnswers } from "@/lib/domain/tasks/answers/comparable-answer.ts";
import { formatFieldAnswer } from "@/lib/domain/tasks/answers/format-answer.ts";
import type { TaskAnswer, TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";

interface ComparisonProps {
  task: Pick<SchemaTask, "schema" | "fields">;
  columns: readonly { key: string; title: ReactNode; answer: TaskAnswer }[];
  /** The reviewer's answers, to which marks of the compared answers can be added; null if there are none. */
  own?: { answer: TaskAnswer; onTake: (field: string, spans: readonly TaskSpan[]) => void } | null;
}

/** Compares several answers to one item by field and by marked range. Differences are labelled. */
export function AnswerComparison({ caption, ...compared }: ComparisonProps & { caption: string }) {
  const { task, columns } = compared;
  const { schema, fields } = task;
  const texts = columns.map(({ answer }) => toComparableAnswers(schema, answer));
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
          if (field.type === "spans" && columns.some(({ answer }) => spansOf(answer[field.name]).length > 0))
            return <SpanRows key={field.name} field={field} {...compared} />;
          const differs = new Set(texts.map((answers) => answers[field.name] ?? "")).size > 1;
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

/** One row for each range that any answer marks, with the labels that each answer gives to the range. */
function SpanRows({ field, task: { fields }, columns, own }: ComparisonProps & { field: FieldOfType<"spans"> }) {
  const rows = compareSpans(
    field,
    fields,
    columns.map(({ answer }) => answer),
  );
  const names = new Map(field.labels.map(({ value, label }) => [value, label]));
  const markedPositions = new Set(own ? spansOf(own.answer[field.name]).map(spanPosition) : []);
  return rows.map(({ place, words, marks, differs }) => (
    <tr key={place}>
      <Th scope="row" className="font-normal wrap-anywhere">
        “{words}” {differs && <Badge tone="warn">differs</Badge>}
      </Th>
      {columns.map(({ key }, index) => {
        const spans = marks[index] ?? [];
        return (
          <Td key={key}>
            {spans.length === 0
              ? "not marked"
              : spans.map(({ label }) => names.get(label ?? "") ?? "marked").join(", ")}
            {own && spans.length > 0 && !markedPositions.has(place) && (
              <Button size="small" look="quiet" onClick={() => own.onTake(field.name, spans)}>
                Add<span className="sr-only"> “{words}”</span>
              </Button>
            )}
          </Td>
        );
      })}
    </tr>
  ));
}
