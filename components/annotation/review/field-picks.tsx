import { Callout } from "@/components/ui/callout.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import {
  type CombinableField,
  type DisputedMark,
  fieldContent,
} from "@/lib/domain/annotation/documents/combine-documents.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { Pane } from "../look/pane.tsx";

/**
 * For each field in which the copies differ, a choice of a copy; for each mark that only some copies have, a choice to
 * keep or remove it. Nothing is preselected. `id` is the prefix of the choices' element IDs: `${id}-${field}`,
 * `${id}-${mark.key}`.
 */
export function FieldPicks({
  id,
  fields,
  copies,
  picks,
  marks,
  kept,
  refusal,
  onPick,
  onKeep,
}: {
  id: string;
  fields: readonly CombinableField[];
  copies: readonly Pick<SubmissionView, "copy" | "document">[];
  /** The index of the chosen copy for each decided field. */
  picks: ReadonlyMap<CombinableField, number>;
  marks: readonly DisputedMark[];
  /** Whether a mark is kept, by its key; undecided marks are not in the map. */
  kept: ReadonlyMap<string, boolean>;
  /** The message about missing choices after an attempt to combine the copies; otherwise null. */
  refusal: string | null;
  onPick: (field: CombinableField, at: number) => void;
  onKeep: (key: string, isKept: boolean) => void;
}) {
  const [first] = copies;
  if ((fields.length === 0 && marks.length === 0) || first === undefined) return null;
  const { kind } = first.document;
  const waiting = fields.find((field) => !picks.has(field)) ?? marks.find(({ key }) => !kept.has(key))?.key;
  return (
    <Pane title="Other fields and marks: choose a copy for each field, and which marks to keep">
      <div className="grid gap-5 p-4 text-sm">
        {fields.map((field) => (
          <div
            key={field}
            id={`${id}-${field}`}
            tabIndex={-1}
            className="grid gap-3 rounded-md focus:outline-2 focus:outline-offset-4 focus:outline-ink"
          >
            {refusal !== null && field === waiting && <Callout tone="bad">{refusal}</Callout>}
            <RadioGroup
              name={`${id}-${field}-copy`}
              legend={fieldLabel(kind, field)}
              value={picks.get(field)?.toString() ?? ""}
              onChange={(value) => onPick(field, Number(value))}
              options={copies.map(({ copy, document }, at) => ({
                value: at.toString(),
                label: (
                  <>
                    From copy {copy}: <span className="font-serif wrap-anywhere">{formatField(document, field)}</span>
                  </>
                ),
              }))}
            />
          </div>
        ))}
        {marks.map(({ key, role, text, copies: having }) => (
          <div
            key={key}
            id={`${id}-${key}`}
            tabIndex={-1}
            className="grid gap-3 rounded-md focus:outline-2 focus:outline-offset-4 focus:outline-ink"
          >
            {refusal !== null && key === waiting && <Callout tone="bad">{refusal}</Callout>}
            <RadioGroup
              name={`${id}-${key}-kept`}
              isInline
              legend={
                <>
                  Mark, {role}: <span className="font-serif wrap-anywhere">“{text}”</span>
                </>
              }
              hint={`Marked in ${having.map((index) => `copy ${copies[index]?.copy ?? index + 1}`).join(" and ")} only.`}
              value={kept.has(key) ? (kept.get(key) ? "keep" : "leave") : ""}
              onChange={(value) => onKeep(key, value === "keep")}
              options={[
                { value: "keep", label: "Keep it" },
                { value: "leave", label: "Remove it" },
              ]}
            />
          </div>
        ))}
      </div>
    </Pane>
  );
}

/** The text fields of a kind from which copies can be combined, in the order of the workspace. */
export function combinableFields(kind: KsteKind): CombinableField[] {
  return storyKinds[kind].fields.flatMap(({ name }) => (name === "story" ? [] : [name]));
}

/** The label of a field. */
export function fieldLabel(kind: KsteKind, field: CombinableField): string {
  return storyKinds[kind].fields.find(({ name }) => name === field)?.label ?? field;
}

function formatField(document: KsteDocument, field: CombinableField): string {
  const text = fieldContent(document, field);
  const choices = storyKinds[document.kind].fields.find(({ name }) => name === field)?.choices;
  return choices?.find(({ value }) => value === text)?.label ?? (text || "empty");
}
