import { formatMoment } from "@/components/annotation/work/amounts.ts";

export interface TrailLine {
  at: Date;
  event: string;
  actorName: string | null;
  details: Record<string, unknown>;
}

/** What happened to an item, oldest first: what, when, by whom, and all that was recorded with it. */
export function ItemTrail({ trail }: { trail: readonly TrailLine[] }) {
  return (
    <ol className="grid max-w-[60rem] gap-0 border-l-2 border-rule">
      {trail.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history is only added to at its end.
        <li key={place} className="grid gap-1 py-2 pl-5">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <strong>{eventLabels[line.event] ?? line.event}</strong>
            <span className="text-sm text-ink-soft">
              <time dateTime={line.at.toISOString()}>{formatMoment(line.at)}</time>
              {line.actorName && <>, {line.actorName}</>}
            </span>
          </p>
          <Details details={line.details} />
        </li>
      ))}
    </ol>
  );
}

const eventLabels: Readonly<Record<string, string>> = {
  generated: "Generated",
  imported: "Taken in",
  candidate: "A model wrote a text",
  started: "Opened by an annotator",
  revision: "Text saved",
  verdict: "Verdict",
  skip: "Skipped",
  review: "Review",
  "re-solve": "Blind re-solve",
  "annotation.publish": "Published",
  "annotation.requeue": "Brought back into work",
  "re-solve.pass": "Accepted by the re-solve",
  "re-solve.reject": "Rejected by the re-solve",
};

function Details({ details }: { details: Record<string, unknown> }) {
  const entries = Object.entries(details).filter(([, value]) => value !== null && value !== "" && !isEmpty(value));
  if (entries.length === 0) return null;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{inWords(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
