import { Callout } from "@/components/ui/callout.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { type CombinableField, said } from "@/lib/domain/annotation/documents/combine-documents.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { describeMarks } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { workspaceFields } from "../../../lib/domain/annotation/workspace/workspace-fields.ts";
import { Pane } from "../look/pane.tsx";

/**
 * Every field in which the copies differ, to be taken from one of them. Nothing is chosen beforehand. `id` begins the
 * name of each field's place on the page: `${id}-${field}`.
 */
export function FieldPicks({
  id,
  fields,
  copies,
  picks,
  refusal,
  onPick,
}: {
  id: string;
  fields: readonly CombinableField[];
  copies: readonly Pick<SubmissionView, "copy" | "document">[];
  /** The copy chosen for a field, by its place among the copies. */
  picks: ReadonlyMap<CombinableField, number>;
  /** Which fields still wait, once it was tried to combine without them. */
  refusal: string | null;
  onPick: (field: CombinableField, at: number) => void;
}) {
  const [first] = copies;
  if (fields.length === 0 || first === undefined) return null;
  const { kind } = first.document;
  const waiting = fields.find((field) => !picks.has(field));
  return (
    <Pane title="Besides the story: choose which copy each field is taken from">
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
              legend={labelOf(kind, field)}
              value={picks.get(field)?.toString() ?? ""}
              onChange={(value) => onPick(field, Number(value))}
              options={copies.map(({ copy, document }, at) => ({
                value: at.toString(),
                label: (
                  <>
                    From copy {copy}: <span className="font-serif wrap-anywhere">{readingOf(document, field)}</span>
                  </>
                ),
              }))}
            />
          </div>
        ))}
      </div>
    </Pane>
  );
}

/** The fields of a kind that copies can be combined by, in the order of the workspace, the marks last. */
export function combinableFields(kind: KsteKind): CombinableField[] {
  return [...workspaceFields[kind].flatMap(({ name }) => (name === "story" ? [] : [name])), "anchors"];
}

/** The label of a field. */
export function labelOf(kind: KsteKind, field: CombinableField): string {
  return workspaceFields[kind].find(({ name }) => name === field)?.label ?? "Marks";
}

function readingOf(document: KsteDocument, field: CombinableField): string {
  if (field === "anchors") return describeMarks(document);
  const text = said(document, field);
  const choices = workspaceFields[document.kind].find(({ name }) => name === field)?.choices;
  return choices?.find(({ value }) => value === text)?.label ?? (text || "empty");
}
