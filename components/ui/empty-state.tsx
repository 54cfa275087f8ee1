import type { ReactNode } from "react";

/** The empty state of a list: a description of its future content, and a link that creates the first entry. */
export function EmptyState({
  title,
  children,
  actions,
  level = 2,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-12 text-center">
      <svg aria-hidden="true" width="72" height="44" viewBox="0 0 72 44" fill="none" className="keep-colour mb-1">
        <circle cx="29" cy="22" r="20" stroke="var(--people)" strokeWidth="1.5" strokeDasharray="3 4" />
        <circle cx="43" cy="22" r="20" stroke="var(--models)" strokeWidth="1.5" strokeDasharray="3 4" />
      </svg>
      <Heading className="font-serif text-xl font-normal">{title}</Heading>
      {children && <div className="max-w-measure text-ink-soft">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
