import { AnswerComparison, type OpenedFigure } from "@/components/annotation/schema/answer-comparison.tsx";
import { ComparedStimulus } from "@/components/annotation/schema/compared-stimulus.tsx";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { answerOfGold, type GoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { Suggestion } from "@/lib/domain/annotation/schema-items/schema-item.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { ItemHistory } from "../collections/items/item-history.tsx";
import { GoldForm } from "./gold-form.tsx";

export interface SchemaItemFacts {
  id: string;
  externalId: string;
  schema: TaskSchema;
  fields: TaskFields;
  metadata: Readonly<Record<string, string | number | boolean | null>>;
  suggestion: Suggestion | null;
  isSuggestionShown: boolean;
  accepted: TaskAnswer | null;
  gold: GoldAnswer | null;
  copies: readonly { id: string | null; name: string; verdict: string; reason: string; answer: TaskAnswer }[];
}

/** The lead's page of one task-schema item: content, answers of all people, suggestion, and history. */
export function SchemaItemPage({
  item,
  status,
  history,
  collectionId,
  opened,
  setGold,
}: {
  item: SchemaItemFacts;
  collectionId: string;
  /** The figure from which the page was opened; null without one. */
  opened: OpenedFigure | null;
  /** Makes the item a gold item, or ends this. */
  setGold: FormAction;
  status: { tone: Parameters<typeof Badge>[0]["tone"]; word: string };
  history: Parameters<typeof ItemHistory>[0]["trail"];
}) {
  const { schema, fields, suggestion, accepted } = item;
  const columns = [
    ...item.copies.map((copy) => ({
      key: copy.id ?? copy.name,
      title: copy.name,
      answer: copy.answer,
      isPerson: true,
    })),
    ...(suggestion
      ? [
          {
            key: "suggestion",
            title: `${suggestion.model}${item.isSuggestionShown ? " (shown)" : " (hidden)"}`,
            answer: suggestion.answer,
            isPerson: false,
          },
        ]
      : []),
    ...(accepted ? [{ key: "accepted", title: "Accepted", answer: accepted, isPerson: false }] : []),
    ...(item.gold
      ? [
          {
            ...{ key: "expected", title: "Expected", answer: answerOfGold(schema, item.gold) },
            ...{ isPerson: false, isExpected: true },
          },
        ]
      : []),
  ];
  return (
    <>
      <Section
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere">{item.externalId}</span>
            <Badge tone={status.tone}>{status.word}</Badge>
          </span>
        }
      >
        <ComparedStimulus
          task={{ schema, fields }}
          answers={columns.filter(({ key }) => key !== "expected").map(({ answer }) => answer)}
          mediaBase={`/api/v1/annotation/items/${item.id}/media`}
        />
      </Section>
      {Object.keys(item.metadata).length > 0 && (
        <Section title="Metadata">
          <DescriptionList
            entries={Object.entries(item.metadata).map(([term, value]) => ({ term, value: String(value) }))}
          />
        </Section>
      )}
      <Section title="Answers">
        {columns.length === 0 ? (
          <p className="text-ink-soft">No answers yet.</p>
        ) : (
          <AnswerComparison task={{ schema, fields }} caption="Answers by person" columns={columns} opened={opened} />
        )}
      </Section>
      <Section
        title="Gold"
        lead="The expected answers of a hidden gold item. Annotators cannot see which items are gold; first answers are scored by the rules of the task."
      >
        <GoldForm item={item} collectionId={collectionId} action={setGold} />
      </Section>
      <ItemComments address={`/api/v1/annotation/items/${item.id}/comments`} />
      <Section title="History">
        <ItemHistory trail={history.map((line) => ({ ...line, change: null }))} />
      </Section>
    </>
  );
}
