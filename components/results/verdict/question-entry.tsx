import type { ReactNode } from "react";

/** A collapsed section for one question about the results. A link to its content expands it. */
export function QuestionEntry({ question, hint, children }: { question: string; hint: string; children: ReactNode }) {
  return (
    <details className="group border-b border-rule">
      <summary className="flex list-none flex-wrap items-baseline gap-x-4 gap-y-0.5 py-4 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">
          <span
            aria-hidden="true"
            className="mr-2 inline-block text-ink-soft transition-transform group-open:rotate-90"
          >
            ›
          </span>
          {question}
        </h2>
        <span className="text-ink-soft">{hint}</span>
      </summary>
      <div className="grid grid-cols-1 gap-2 pt-2 pb-10 [&>section:first-child]:mt-0 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
        {children}
      </div>
    </details>
  );
}
