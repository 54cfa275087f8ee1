import { Children, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";

/** Where a benchmark is used: studies, models that answered it, and collections. */
export function BenchmarkUsesView({
  studies,
  models,
  collections,
  modelTables,
}: {
  studies: readonly { id: string; name: string; isOpened: boolean }[];
  models: readonly { id: string; name: string }[];
  collections: readonly { id: string; name: string }[];
  /** The address of the page with all models in one table; null if there is no such page. */
  modelTables: string | null;
}) {
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Uses term="Used in studies" none="None yet.">
        {studies.map(({ id, name, isOpened }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={`/research/studies/${id}`}>{name}</Link>
            {isOpened && (
              <>
                {" "}
                (<Link href={`/research/studies/${id}/results`}>results of {name}</Link>)
              </>
            )}
          </li>
        ))}
      </Uses>
      <Uses term="Answered by models" none="None yet.">
        {models.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={`/research/models/${id}`}>{name}</Link>
          </li>
        ))}
        {modelTables !== null && models.length > 0 && (
          <li key="tables">
            <Link href={modelTables}>All models in one table</Link>
          </li>
        )}
      </Uses>
      {collections.length > 0 && (
        <Uses term="Annotated in" none="">
          {collections.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              <Link href={`/research/annotation/${id}`}>{name}</Link>
            </li>
          ))}
        </Uses>
      )}
    </dl>
  );
}

function Uses({ term, none, children }: { term: string; none: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd>
        {Children.toArray(children).length === 0 ? none : <ul className="max-h-48 overflow-y-auto">{children}</ul>}
      </dd>
    </div>
  );
}
