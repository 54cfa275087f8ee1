import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import { exclusionLabel } from "@/lib/domain/survey/studies/exclusion.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";
import { ExclusionButton } from "./exclusion-button.tsx";

/** A list of answers, each with its reason, times and actions. */
export function ResponseList({
  base,
  lines,
  actions,
}: {
  base: string;
  lines: readonly ResponseLine[];
  /** Null for users who may only read. */
  actions: { exclude: FormAction; restore: FormAction } | null;
}) {
  return (
    <ol className="divide-y divide-rule border-y border-rule">
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-1 gap-x-10 gap-y-3 py-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid grid-cols-1 content-start gap-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <AnswerLabel line={line} />
              {line.isSurplus && <Badge>Surplus</Badge>}
              {line.outcome !== "complete" && <Badge>{outcomeLabels[line.outcome ?? ""] ?? "Not finished"}</Badge>}
              {line.revision > 1 && <Badge>Revision {line.revision}</Badge>}
              {line.notCounted.includes("older-revision") && <Badge>Replaced by a later revision</Badge>}
              {line.notCounted.length > 0 && <span className="text-sm text-ink-soft">Does not count</span>}
            </p>
            <p className="max-w-measure font-serif text-lg leading-snug">{line.item.text}</p>
            {line.explanation !== null && (
              <blockquote className="max-w-measure border-l-2 border-people pl-3 whitespace-pre-line">
                {line.explanation}
              </blockquote>
            )}
            {line.exclusion && (
              <p className="text-sm text-warn">
                Excluded: {exclusionLabel(line.exclusion.reason)}
                {line.exclusion.note && `. ${line.exclusion.note}`}
                {line.exclusion.rule && ` (${line.exclusion.rule})`}
                <span className="text-ink-soft">
                  {" "}
                  ({line.exclusion.by}, <LocalTime at={line.exclusion.at.toISOString()} withDate />)
                </span>
              </p>
            )}
          </div>
          <div className="grid grid-cols-1 content-start gap-2 text-sm">
            <p className="text-ink-soft">
              {line.item.story} · {line.item.label}
              <br />
              {line.condition} · {line.stratum}
            </p>
            <p className="tabular-nums">
              {formatDuration(line.elapsedMs)} <span className="text-ink-soft">by the server</span>
              {line.visibleMs !== null && (
                <>
                  <br />
                  {formatDuration(line.visibleMs)}{" "}
                  <span className="text-ink-soft">visible time, reported by the browser</span>
                </>
              )}
              {line.focusLosses !== null && line.focusLosses > 0 && (
                <>
                  <br />
                  {line.focusLosses} <span className="text-ink-soft">focus losses, reported by the browser</span>
                </>
              )}
            </p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Link href={`${base}/responses/${line.sessionId}`}>
                <LocalTime at={line.savedAt.toISOString()} withDate />
                <span className="sr-only">: the whole session</span>
              </Link>
              {actions && (
                <ExclusionButton
                  responseId={line.id}
                  isExcluded={line.exclusion !== null}
                  isPlanned={Boolean(line.exclusion?.rule)}
                  {...actions}
                />
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

function AnswerLabel({ line }: { line: ResponseLine }) {
  if (line.isErased) return <span className="text-ink-soft">Erased at the person’s request</span>;
  return (
    <>
      <strong className="text-lg">{line.answer}</strong>
      {line.isCorrect !== null && (
        <Badge tone={line.isCorrect ? "good" : "bad"}>{line.isCorrect ? "Correct" : "Wrong"}</Badge>
      )}
    </>
  );
}
