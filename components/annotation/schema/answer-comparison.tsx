import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { compareAnswers, isDifferent } from "@/lib/domain/annotation/schema-items/compare-answers.ts";
import { spanPosition } from "@/lib/domain/annotation/schema-items/compare-spans.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { spansOf } from "@/lib/domain/tasks/answers/check-spans.ts";
import type { TaskAnswer, TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";

/** The entries that a figure counts: those about a question in which people differ, in a label if one is given. */
export interface OpenedFigure {
  field: string;
  option?: string | undefined;
}

/**
 * Compares several answers to one item: by field, marked range, ranked option, relation and question about a span.
 * Differences are labelled. The entries of an opened figure are marked, and the first of them has the id `difference`.
 */
export function AnswerComparison({
  caption,
  task: { schema, fields },
  columns,
  own = null,
  opened = null,
}: {
  caption: string;
  task: Pick<SchemaTask, "schema" | "fields">;
  /** The answers; those of people are before all others. */
  columns: readonly { key: string; title: ReactNode; answer: TaskAnswer; isPerson?: boolean }[];
  /** The reviewer's answers, to which marks of the compared answers can be added; null if there are none. */
  own?: {
    answer: TaskAnswer;
    onTake: (marks: { field: string; spans: readonly TaskSpan[]; from: TaskAnswer }) => void;
  } | null;
  opened?: OpenedFigure | null;
}) {
  const answers = columns.map(({ answer }) => answer);
  const people = columns.filter(({ isPerson = true }) => isPerson).length;
  const rows = compareAnswers(schema, fields, answers).map((entry) => ({
    ...entry,
    isOpened: opened?.field === entry.question && isDifferent(entry, { count: people, label: opened.option }),
  }));
  const first = rows.find(({ isOpened }) => isOpened);
  return (
    <>
      {opened && !first && (
        <p className="mb-3 max-w-measure text-sm text-ink-soft">
          The figure compares the first answers of each person. The current answers to this question are equal; the
          history below has the first ones.
        </p>
      )}
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
          {rows.map(({ isOpened, ...entry }) => {
            const { key, question, title, shown, marks } = entry;
            const ownSpans = own && marks ? spansOf(own.answer[question]).map(spanPosition) : null;
            return (
              <tr
                key={key}
                id={key === first?.key ? "difference" : undefined}
                aria-current={isOpened || undefined}
                className={isOpened ? "scroll-mt-24 bg-warn-wash" : undefined}
              >
                <Th scope="row" className="wrap-anywhere">
                  {title} {isDifferent(entry) && <Badge tone="warn">differs</Badge>}
                </Th>
                {columns.map(({ key: column, answer }, index) => {
                  const spans = marks?.[index] ?? [];
                  const [span] = spans;
                  return (
                    <Td key={column} className="wrap-anywhere">
                      {shown[index] || (marks ? "not marked" : "–")}
                      {own && span && !ownSpans?.includes(spanPosition(span)) && (
                        <Button
                          size="small"
                          look="quiet"
                          onClick={() => own.onTake({ field: question, spans, from: answer })}
                        >
                          Add<span className="sr-only"> {title}</span>
                        </Button>
                      )}
                    </Td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </>
  );
}
