import clsx from "clsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import type { ItemResponsesQuery } from "@/lib/domain/results/model/item-answers.ts";
import type { ResultCondition, ResultItem } from "@/lib/domain/results/model/study-results.ts";

/** Links that filter the answers to an item. */
export function ResponseChoice({
  item,
  conditions,
  query,
  hrefOf,
}: {
  item: ResultItem;
  conditions: readonly ResultCondition[];
  query: ItemResponsesQuery;
  hrefOf: (changes: Partial<ItemResponsesQuery>) => string;
}) {
  return (
    <div className="no-print grid gap-1 text-sm">
      <Choice
        label="Answer"
        entries={[{ value: null, label: "All" }, ...item.options.map(({ value, label }) => ({ value, label }))]}
        current={query.answerKey}
        hrefOf={(answerKey) => hrefOf({ answerKey })}
      />
      <Choice
        label="Condition"
        entries={[{ value: null, label: "All" }, ...conditions.map(({ id, label }) => ({ value: id, label }))]}
        current={query.conditionId}
        hrefOf={(conditionId) => hrefOf({ conditionId })}
      />
    </div>
  );
}

function Choice({
  label,
  entries,
  current,
  hrefOf,
}: {
  label: string;
  entries: readonly { value: string | null; label: string }[];
  current: string | null;
  hrefOf: (value: string | null) => string;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-4">
      <span className="w-20 text-ink-soft">{label}</span>
      {entries.map((entry) => (
        <AppLink
          key={entry.value ?? ""}
          href={hrefOf(entry.value)}
          scroll={false}
          aria-current={entry.value === current ? "true" : undefined}
          className={clsx(
            "py-1.5 pointer-coarse:py-2.5",
            entry.value === current
              ? "parallax-stroke font-semibold"
              : "text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink",
          )}
        >
          {entry.label}
        </AppLink>
      ))}
    </nav>
  );
}
