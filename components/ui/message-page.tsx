import type { ReactNode } from "react";

/** A page with a single message and a link. */
export function MessagePage({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <main id="content" className="gutter mx-auto grid min-h-[75dvh] max-w-[46rem] content-center gap-6 py-16">
      <svg aria-hidden="true" width="132" height="60" viewBox="0 0 132 60" fill="none" className="keep-colour">
        <circle cx="30" cy="30" r="28" stroke="var(--people)" strokeWidth="2" />
        <circle cx="102" cy="30" r="28" stroke="var(--models)" strokeWidth="2" />
        <path d="M60 30h12" stroke="var(--edge)" strokeWidth="2" strokeDasharray="2 3" />
      </svg>
      <h1 tabIndex={-1} className="font-serif text-3xl font-normal tracking-tight">
        {title}
      </h1>
      <div className="max-w-measure text-lg text-ink-soft">{children}</div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </main>
  );
}
