import type { ReactNode } from "react";

/** The title and description of a sign-in page. */
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
