import { Link } from "@/components/ui/navigation/link.tsx";
import { StudyStatusBadge } from "@/components/ui/study-status-badge.tsx";
import type { StudyStatus } from "@/lib/domain/survey/studies/study-status.ts";

/** The studies of a set, with links to their results. */
export function EvaluationStudies({
  studies,
}: {
  studies: readonly { id: string; name: string; status: StudyStatus }[];
}) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {studies.map(({ id, name, status }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={`/research/studies/${id}`} className="font-serif text-lg">
              {name}
            </Link>
            <StudyStatusBadge status={status} />
          </p>
          {status !== "draft" && (
            <Link href={`/research/studies/${id}/results/raters`}>
              Raters and errors<span className="sr-only"> of {name}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
