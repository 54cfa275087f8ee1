import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CheckTable } from "@/components/mindgames/sets/check-table.tsx";
import { ProblemFilters } from "@/components/mindgames/sets/problem-filters.tsx";
import { ProblemTable } from "@/components/mindgames/sets/problem-table.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { filterProblems } from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { getCheckedProblemSet } from "@/lib/server/mindgames/check-problem-set.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { problemQueryText, readProblemQuery } from "./read-problem-query.ts";
import type { ProblemSetParams } from "./require-problem-set.ts";

export const metadata: Metadata = { title: "Problems" };

const perPage = 50;

export default async function ProblemSetPage({
  params,
  searchParams,
}: {
  params: ProblemSetParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { benchmark: id } = await params;
  const set = await getCheckedProblemSet(await requireUser(), id);
  if (!set) notFound();
  const { filter, page: wanted } = readProblemQuery(await searchParams);
  const base = `/research/mindgames/sets/${set.benchmark.id}`;
  if (set.problems.length === 0) {
    return (
      <EmptyState
        title="No MindGames problems in this benchmark"
        actions={<LinkButton href="/research/mindgames">Import problems</LinkButton>}
      >
        {formatNumberOf(set.others, "item")} of other kinds {set.others === 1 ? "stands" : "stand"} in this benchmark.
      </EmptyState>
    );
  }
  const matching = filterProblems(set.problems, filter);
  const pages = Math.max(1, Math.ceil(matching.length / perPage));
  const page = Math.min(wanted, pages);
  const shownProblems = matching.slice((page - 1) * perPage, page * perPage);
  const hrefOf = (number: number) => `${base}?${problemQueryText(filter, number)}#problems`;
  return (
    <>
      <Section
        title="Results of the check"
        lead={
          set.others > 0
            ? `${formatNumberOf(set.others, "item")} of this benchmark ${set.others === 1 ? "is not a problem or has" : "are not problems or have"} no key.`
            : undefined
        }
      >
        <CheckTable check={set.check} bySetup={set.checkBySetup} />
        {set.generation && set.generation.shortCells.length > 0 && (
          <details className="mt-4">
            <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
              {formatNumberOf(set.generation.shortCells.length, "cell")} with fewer problems than the others
            </summary>
            <ul className="mt-2 list-disc pl-5 text-sm text-ink-soft">
              {set.generation.shortCells.map((cell) => (
                <li key={cell}>{cell}</li>
              ))}
            </ul>
          </details>
        )}
      </Section>
      <Section id="problems" title="Problems" lead="Each problem opens with a step-by-step view of its worlds.">
        <ProblemFilters key={problemQueryText(filter, 1)} action={base} filter={filter} problems={set.problems} />
        {shownProblems.length === 0 ? (
          <EmptyState level={3} title="No matching problems" actions={<LinkButton href={base}>Show all</LinkButton>} />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <ProblemTable problems={shownProblems} />
            <PageLinks
              label="Pages of problems"
              page={page}
              pages={pages}
              shown={[(page - 1) * perPage + 1, (page - 1) * perPage + shownProblems.length]}
              total={matching.length}
              unit={
                matching.length === set.problems.length ? "problems" : `problems of ${set.problems.length} in the set`
              }
              hrefOf={hrefOf}
            />
          </div>
        )}
      </Section>
    </>
  );
}
