import type { ReactNode } from "react";

/** Additional content, collapsed by default. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="mt-4">
      <summary className="w-fit rounded-sm py-1 text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
        {summary}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
