import type { ReactNode } from "react";

/** What a page for signing in is called, and one sentence about it. */
export function SignInHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6 grid gap-2">
      <h1 tabIndex={-1} className="font-serif text-3xl font-normal tracking-tight">
        {title}
      </h1>
      {children && <p className="text-ink-soft">{children}</p>}
    </div>
  );
}
