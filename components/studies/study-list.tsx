import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { StudyStatusBadge } from "@/components/ui/study-status-badge.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { StudyLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { stageLabels } from "./study-labels.ts";

/** The list of studies with their progress. */
export function StudyList({ studies }: { studies: readonly StudyLine[] }) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {studies.map((study) => (
        <li
          key={study.id}
          className="grid grid-cols-1 items-center gap-x-10 gap-y-3 py-5 md:grid-cols-[minmax(0,1fr)_18rem]"
        >
          <div className="grid grid-cols-1 gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link href={`/research/studies/${study.id}`} className="font-serif text-xl">
                {study.name}
              </Link>
              <StudyStatusBadge status={study.status} />
              {study.stage !== "main" && <Badge>{stageLabels[study.stage]?.word ?? study.stage}</Badge>}
              {study.isDemo && <Badge tone="info">Demo</Badge>}
            </p>
            {study.description && <p className="max-w-measure text-ink-soft">{study.description}</p>}
            <p className="text-sm text-ink-soft">
              on <Link href={`/research/benchmarks/${study.benchmarkId}`}>{study.benchmark}</Link>
            </p>
          </div>
          {study.status === "draft" ? (
            <p className="text-sm text-ink-soft tabular-nums">{formatCount(study.slots)} slots planned</p>
          ) : (
            <Progress
              label="Slots filled"
              side="people"
              value={study.filled}
              maximum={study.slots}
              text={`${formatCount(study.filled)} of ${formatCount(study.slots)}`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
