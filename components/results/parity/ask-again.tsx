import { Link } from "@/components/ui/navigation/link.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import type { DifferingModel } from "@/lib/domain/results/preparation/parity-page.ts";

/**
 * The address of the form for a new evaluation, filled in with the study's wording, the models and the items.
 *
 * @param items the parameter that selects the items
 */
export function askAgainHref(
  studyId: string,
  benchmarkId: string,
  { kind, models, items }: { kind: string; models: readonly string[]; items: [name: string, value: string] },
): string {
  const query = new URLSearchParams([
    ["about", `${benchmarkId}/${kind}`],
    ["study", studyId],
    ...models.map((model) => ["model", model]),
    items,
  ]);
  return `/research/models/evaluations/new?${query}`;
}

/** For each model, one link that asks all items again that it was shown differently from people. */
export function AskModelsAgain({
  models,
  studyId,
  benchmarkId,
}: {
  models: readonly DifferingModel[];
  studyId: string;
  benchmarkId: string;
}) {
  return (
    <section aria-label="Ask again about all items that differ" className="no-print grid gap-1">
      <h2 className="font-semibold">Ask a model again about all items that differ, in the study’s wording</h2>
      <ul className="grid gap-1">
        {models.map(({ model, kind, items }) => (
          <li key={`${model}/${kind}`}>
            <Link href={askAgainHref(studyId, benchmarkId, { kind, models: [model], items: ["differing", "yes"] })}>
              {model}: {formatNumberOf(items, "item")}, {itemKinds[kind]?.label ?? kind}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
