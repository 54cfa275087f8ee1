import { Fragment, type ReactNode } from "react";

/** A list of names and values. */
export function DescriptionList({
  entries,
}: {
  entries: readonly { term: ReactNode; value: ReactNode; key?: string }[];
}) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-[minmax(9rem,auto)_1fr]">
      {entries.map((entry, place) => (
        <Fragment key={entry.key ?? place}>
          <dt className="border-t border-rule pt-2 text-sm text-ink-soft sm:py-2">{entry.term}</dt>
          <dd className="min-w-0 pb-2 sm:border-t sm:border-rule sm:py-2">{entry.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
