import type { FieldDifference } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { Pane } from "./pane.tsx";

/** A checkbox next to a change. It is checked if this change of the other text is applied. */
export function ApplyChangeCheckbox({
  index,
  from,
  taken,
  onTake,
}: {
  index: number;
  /** The name of the other text: "copy 2". */
  from: string;
  taken: ReadonlySet<number>;
  onTake: (taken: ReadonlySet<number>) => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={`Apply change ${index + 1} from ${from}`}
      checked={taken.has(index)}
      onChange={({ target }) => {
        const next = new Set(taken);
        if (target.checked) next.add(index);
        else next.delete(index);
        onTake(next);
      }}
      className="size-4.5 accent-ink"
    />
  );
}

/**
 * The differences outside the stories: each field with both values. `left` and `right` are the names of the two
 * versions. Renders nothing if there are no such differences.
 */
export function OtherDifferences({
  fields,
  left,
  right,
}: {
  fields: readonly FieldDifference[];
  left: string;
  right: string;
}) {
  if (fields.length === 0) return null;
  return (
    <Pane title="Other differences">
      <dl className="grid gap-4 p-4 text-sm">
        {fields.map((field) => (
          <div key={field.label} className="grid gap-1">
            <dt className="font-medium">{field.label}</dt>
            <dd className="border-l-2 border-edge pl-2">
              <span className="text-ink-soft">{left}: </span>
              {field.left}
            </dd>
            <dd className="border-l-2 border-edge pl-2">
              <span className="text-ink-soft">{right}: </span>
              {field.right}
            </dd>
          </div>
        ))}
      </dl>
    </Pane>
  );
}
