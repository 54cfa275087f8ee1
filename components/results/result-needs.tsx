import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";

/** Lists what is missing for a comparison of people and models. */
export function ResultNeeds({
  base,
  isOpened,
  hasAnswers,
  hasModels,
  clearHref = null,
}: {
  base: string;
  isOpened: boolean;
  hasAnswers: boolean;
  hasModels: boolean;
  /** The address of the page without filters; null if no filter excludes answers. */
  clearHref?: string | null;
}) {
  return (
    <EmptyState title="Nothing to compare yet" actions={<LinkButton href={base}>Go to the overview</LinkButton>}>
      <p>A comparison needs:</p>
      <ul className="mt-2 list-disc pl-5 text-left">
        {!isOpened && <li>An opened study, because opening fixes its items and conditions.</li>}
        {!hasAnswers && clearHref !== null && (
          <li>
            Answers of people that fit the filters. <Link href={clearHref}>Clear the filters</Link> to count all.
          </li>
        )}
        {!hasAnswers && clearHref === null && (
          <li>
            Answers of people: they appear here after the first completed session. Links are under{" "}
            <Link href={`${base}/recruit`}>Recruit</Link>.
          </li>
        )}
        {!hasModels && (
          <li>
            Answers of a model to these items: import them or ask a model under{" "}
            <Link href="/research/models">Models</Link>, or use <code>parallax import predictions</code>.
          </li>
        )}
      </ul>
    </EmptyState>
  );
}
