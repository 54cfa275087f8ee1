import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { compareAnswers, differsFrom, isDifferent } from "@/lib/domain/annotation/schema-items/compare-answers.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import type { TaskAnswer, TaskRelation, TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";

/**
 * The entries that a figure counts: those about a question in which people differ, in a label if one is given, or in
 * which they differ from the expected answers.
 */
export interface OpenedFigure {
  field: string;
  option?: string | undefined;
  isFromGold?: boolean;
}

/** Marks of one range, or a relation, that the reviewer adds from an answer. */
export type TakenPart = { field: string; from: TaskAnswer } & (
  | { spans: readonly TaskSpan[] }
  | { relation: TaskRelation }
);

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
  /** The answers; those of people are before all others, and the expected ones of a gold item are the last. */
  columns: readonly {
    key: string;
    title: ReactNode;
    answer: TaskAnswer;
    isPerson?: boolean;
    isExpected?: boolean;
  }[];
  /** The reviewer's answers, to which marks and relations of the compared answers can be added; null if there are none. */
  own?: { answer: TaskAnswer; onTake: (part: TakenPart) => void } | null;
  opened?: OpenedFigure | null;
}) {
  const answers = columns.map(({ answer }) => answer);
  const people = columns.filter(({ isPerson = true }) => isPerson).length;
  // Gold has no keys for some questions, so that its column does not count for the label of a difference.
  const compared = columns.filter(({ isExpected = false }) => !isExpected).length;
  const rows = compareAnswers(schema, fields, answers).map((entry) => ({
    ...entry,
    isOpened:
      opened?.field === entry.question &&
      (opened.isFromGold
        ? differsFrom(entry, compared, people)
        : isDifferent(entry, { count: people, label: opened.option })),
  }));
  const first = rows.find(({ isOpened }) => isOpened);
  const ownKeys = own && new Set(compareAnswers(schema, fields, [own.answer]).map(({ key }) => key));
  return (
    <>
      {opened && !first && (
        <p className="mb-3 max-w-measure text-sm text-ink-soft">
          The figure is about the first answers of each person. The current answers to this question do not differ; the
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
            const { key, question, title, shown, marks, relations } = entry;
            return (
              <tr
                key={key}
                id={key === first?.key ? "difference" : undefined}
                aria-current={isOpened || undefined}
                className={isOpened ? "scroll-mt-24 bg-warn-wash" : undefined}
              >
                <Th scope="row" className="wrap-anywhere">
                  {title} {isDifferent(entry, { count: compared }) && <Badge tone="warn">differs</Badge>}
                </Th>
                {columns.map(({ key: column, answer }, index) => {
                  const spans = marks?.[index] ?? [];
                  const relation = relations?.[index];
                  const part = relation ? { relation } : spans.length > 0 ? { spans } : null;
                  return (
                    <Td key={column} className="wrap-anywhere">
                      {shown[index] || (marks ? "not marked" : "–")}
                      {own && part && !ownKeys?.has(key) && (
                        <Button
                          size="small"
                          look="quiet"
                          onClick={() => own.onTake({ field: question, from: answer, ...part })}
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
