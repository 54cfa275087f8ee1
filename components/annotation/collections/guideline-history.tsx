import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { GuidelineText } from "../look/guideline-text.tsx";

/** All versions of the guidelines, newest first, each with its changes and its numbers of readers and verdicts. */
export function GuidelineHistory({
  versions,
}: {
  versions: readonly {
    version: number;
    body: string;
    note: string;
    authorName: string | null;
    createdAt: Date;
    readers: number;
    judged: number;
  }[];
}) {
  return (
    <ul className="grid max-w-[60rem] gap-2">
      {versions.map(({ version, body, note, authorName, createdAt, readers, judged }) => (
        <li key={version}>
          <details className="rounded-lg border border-rule">
            <summary className="px-4 py-2.5">
              <strong>Version {version}</strong>{" "}
              <span className="text-sm text-ink-soft">
                {formatMoment(createdAt)}
                {authorName && `, ${authorName}`}; read by {formatNumberOf(readers, "person", "people")};{" "}
                {formatNumberOf(judged, "item")} judged under it
              </span>
              {note && <span className="block text-sm">{note}</span>}
            </summary>
            <div className="border-t border-rule p-4">
              <GuidelineText body={body} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
