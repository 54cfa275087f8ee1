import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

/** Links to the results of each study, with the number of people. */
export function ResultLinks({
  studies,
  base,
}: {
  studies: readonly {
    id: string;
    name: string;
    benchmarkId: string;
    benchmark: string;
    stage: string;
    isDemo: boolean;
    finished: number;
    filled: number;
    slots: number;
  }[];
  base: string;
}) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {studies.map((study) => (
        <li key={study.id} className="grid gap-x-10 gap-y-1 py-5 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link href={`${base}/${study.id}/results`} className="font-serif text-xl">
                {study.name}
              </Link>
              {study.stage !== "main" && <Badge>{study.stage}</Badge>}
              {study.isDemo && <Badge tone="info">Demo</Badge>}
            </p>
            <p className="text-sm text-ink-soft">
              on <Link href={`/research/benchmarks/${study.benchmarkId}`}>{study.benchmark}</Link>
            </p>
          </div>
          <p className="text-sm text-ink-soft tabular-nums md:text-right">
            {formatNumberOf(study.finished, "person", "people")} to the end
            <span className="block">
              {formatCount(study.filled)} of {formatCount(study.slots)} slots filled
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
