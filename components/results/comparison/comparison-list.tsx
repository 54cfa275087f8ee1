import { Link } from "@/components/ui/navigation/link.tsx";
import { type ComparisonEntry, comparisonIndex } from "@/lib/domain/results/comparison/comparison-index.ts";

/** The list of all comparisons of a study, with links. */
export function ComparisonList({ hrefOf }: { hrefOf: (place: ComparisonEntry) => string }) {
  return (
    <details className="no-print mt-6 text-sm">
      <summary className="w-fit rounded-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        All comparisons
      </summary>
      <ul className="mt-3 grid gap-1 sm:grid-cols-2">
        {comparisonIndex.map((place) => (
          <li key={place.question}>
            <Link href={hrefOf(place)}>{place.question}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
