import type { HistoryLine } from "@/lib/domain/annotation/describe-history.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { findFieldDifferences } from "../../../../lib/domain/annotation/workspace/document-differences.ts";
import { DiffView } from "../../look/diff-view.tsx";

/** The history of an item as sentences, oldest first. Entries with changed texts or recorded data can be expanded. */
export function ItemHistory({ trail }: { trail: readonly HistoryLine[] }) {
  return (
    <ol className="grid max-w-[60rem] gap-0 border-l-2 border-rule">
      {trail.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new history entries are only appended.
        <li key={place} className="grid gap-1 py-2 pl-5">
          <p>
            {line.sentence}{" "}
            <time dateTime={line.at.toISOString()} className="text-sm text-ink-soft">
              {formatMoment(line.at)}
            </time>
          </p>
          {line.quote && <p className="border-l-2 border-edge pl-2 text-sm">{line.quote}</p>}
          {line.change && (
            <details className="text-sm">
              <summary className="text-ink-soft">Changes</summary>
              <ChangeDetails {...line.change} />
            </details>
          )}
          <details className="text-sm">
            <summary className="text-ink-soft">Recorded data</summary>
            <pre className="overflow-x-auto text-xs">{JSON.stringify(line.raw, null, 1)}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

/** The changes of one entry: a diff of the story, and the old and new value of every other changed field and mark. */
function ChangeDetails({ before, after }: NonNullable<HistoryLine["change"]>) {
  const fields = findFieldDifferences(before, after);
  if (before.story === after.story && fields.length === 0) return <p>The text is unchanged; a mark was moved.</p>;
  return (
    <div className="grid max-w-measure gap-3">
      {before.story !== after.story && (
        <DiffView
          before={before.story}
          hunks={diffStories(before.story, after.story).hunks}
          isFolded
          className="is-short"
        />
      )}
      {fields.length > 0 && (
        <dl className="grid gap-1.5">
          {fields.map(({ label, left, right }) => (
            <div key={label}>
              <dt className="font-medium">{label}</dt>
              <dd className="wrap-anywhere">
                before: <del>{left}</del>
              </dd>
              <dd className="wrap-anywhere">
                after: <ins>{right}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
