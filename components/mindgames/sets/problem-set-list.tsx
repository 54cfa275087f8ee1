import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

/** The list of problem sets, with the number of problems per setup and the studies of each set. */
export function ProblemSetList({
  sets,
}: {
  sets: readonly {
    id: string;
    name: string;
    isDemo: boolean;
    problems: number;
    bySetup: Readonly<Record<string, number>>;
    studies: readonly { id: string; name: string }[];
  }[];
}) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {sets.map((set) => (
        <li key={set.id} className="grid gap-x-10 gap-y-2 py-5 md:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid content-start gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link href={`/research/mindgames/sets/${set.id}`} className="font-serif text-xl break-words">
                {set.name}
              </Link>
              {set.isDemo && <Badge tone="info">Demo</Badge>}
            </p>
            {set.studies.length === 0 ? (
              <p className="text-ink-soft">in no studies</p>
            ) : (
              <p className="text-ink-soft">
                asked in{" "}
                {set.studies.map((study, place) => (
                  <span key={study.id}>
                    {place > 0 && ", "}
                    <Link href={`/research/studies/${study.id}`}>{study.name}</Link>
                  </span>
                ))}
              </p>
            )}
          </div>
          <p className="text-sm text-ink-soft tabular-nums md:text-right">
            {formatNumberOf(set.problems, "problem")}
            {setups
              .filter((setup) => set.bySetup[setup])
              .map((setup) => (
                <span key={setup} className="block">
                  {setupLabels[setup].name} {formatCount(set.bySetup[setup] ?? 0)}
                </span>
              ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
