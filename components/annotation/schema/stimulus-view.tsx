"use client";

import { nameOfText } from "@/lib/domain/tasks/answers/field-options.ts";
import type { TaskSpan } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { FieldOfType } from "@/lib/domain/tasks/schema/answer-field.ts";
import {
  isMedia,
  type MediaValue,
  type StimulusField,
  type StimulusValue,
  type TaskFields,
} from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { MarkableText, type MarkSelection } from "./markable-text.tsx";
import { MediaView } from "./media-view.tsx";

/** The marks of all spans fields, and the selection for a new mark. */
export interface SpanMarking {
  fields: readonly FieldOfType<"spans">[];
  spansOf: (field: string) => readonly TaskSpan[];
  current: string | null;
  selection: MarkSelection | null;
  /** Null if the marks are read-only. */
  onSelect: ((selection: MarkSelection | null) => void) | null;
  /** Whether the compared answers have different marks in the range of a span. */
  isDisputed?: (field: string, span: TaskSpan) => boolean;
}

/** The content of an item, field by field. Everything is rendered as text, never as markup. */
export function StimulusView({
  schema,
  fields,
  marking,
  mediaBase,
}: {
  schema: Pick<TaskSchema, "stimulus">;
  fields: TaskFields;
  marking: SpanMarking | null;
  /** The base address of the item's media, to which the hash of a file is added. */
  mediaBase: string;
}) {
  return (
    <div className="grid gap-5">
      {schema.stimulus.map((field) => {
        const value = fields[field.name];
        if (value === undefined) return null;
        return (
          <section key={field.name} aria-label={field.label || field.name} className="grid gap-2">
            {field.label && <h2 className="text-sm font-semibold tracking-wide text-ink-soft">{field.label}</h2>}
            <FieldContent {...{ field, value, marking, mediaBase }} />
          </section>
        );
      })}
    </div>
  );
}

function FieldContent({
  field,
  value,
  marking,
  mediaBase,
}: {
  field: StimulusField;
  value: StimulusValue;
  marking: SpanMarking | null;
  mediaBase: string;
}) {
  const text = (content: string, part: number, label: string) => (
    <PlainOrMarkable key={part} {...{ field, marking, text: content, part, label }} />
  );
  if (typeof value === "string") return text(value, 0, field.label || field.name);
  if (isMedia(field)) return <MediaView field={field} media={value as MediaValue} base={mediaBase} />;
  if (!Array.isArray(value)) return null;
  if (field.type === "context")
    return (
      <dl className="grid max-w-measure gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {(value as { key: string; value: string }[]).map(({ key, value: content }) => (
          <div key={key} className="contents">
            <dt className="font-medium">{key}</dt>
            <dd className="wrap-anywhere">{content}</dd>
          </div>
        ))}
      </dl>
    );
  return (
    <ol className={`grid list-none gap-4 ${field.type === "texts" ? "lg:grid-cols-2" : ""}`}>
      {value.map((part, index) => {
        const speaker =
          typeof part === "string"
            ? nameOfText(field.type === "texts" ? field.names : [], index)
            : "speaker" in part
              ? part.speaker
              : "";
        const content = typeof part === "string" ? part : "text" in part ? part.text : "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a stimulus are identified by their index.
          <li key={index} className="grid content-start gap-1 rounded-md border border-rule bg-surface px-4 py-3">
            <p className="text-sm font-semibold">{speaker}</p>
            {text(content, index, speaker)}
          </li>
        );
      })}
    </ol>
  );
}

function PlainOrMarkable({
  field,
  marking,
  text,
  part,
  label,
}: {
  field: StimulusField;
  marking: SpanMarking | null;
  text: string;
  part: number;
  label: string;
}) {
  const markers = marking?.fields.filter((one) => one.in === field.name) ?? [];
  const [marker] = markers;
  if (!marking || !marker)
    return (
      <p
        className={`max-w-measure whitespace-pre-wrap wrap-anywhere ${field.type === "title" ? "font-serif text-2xl" : "font-serif text-lg leading-relaxed"}`}
      >
        {text}
      </p>
    );
  const spans = markers.flatMap((one) =>
    marking
      .spansOf(one.name)
      .filter((span) => (span.part ?? 0) === part)
      .map((span) => ({
        ...span,
        title: one.labels.find(({ value }) => value === span.label)?.label ?? one.label,
        isCurrent: span.id === marking.current,
        isDisputed: marking.isDisputed?.(one.name, span) ?? false,
      })),
  );
  return (
    <MarkableText
      {...{ name: field.name, part, text, label, spans }}
      unit={marker.unit}
      selection={marking.selection}
      onSelect={marking.onSelect}
    />
  );
}
