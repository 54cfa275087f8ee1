import type { ReactNode } from "react";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { Wordmark } from "@/components/ui/navigation/mark.tsx";

/** Layout of the sign-in pages: one narrow column with the logo in the background. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate grid min-h-dvh grid-rows-[auto_1fr] overflow-clip">
      <svg
        aria-hidden="true"
        viewBox="0 0 800 600"
        fill="none"
        className="no-print keep-colour absolute top-0 left-1/2 -z-10 w-[max(60rem,110vw)] -translate-x-1/2 opacity-35"
      >
        <circle cx="335" cy="270" r="210" stroke="var(--people)" strokeWidth="0.75" />
        <circle cx="465" cy="270" r="210" stroke="var(--models)" strokeWidth="0.75" />
      </svg>
      <header className="gutter py-5">
        <AppLink href="/" className="rounded-sm">
          <Wordmark />
        </AppLink>
      </header>
      <main id="content" className="gutter mx-auto w-full max-w-[33rem] self-center pt-6 pb-[18vh]">
        <div className="rounded-lg border border-rule bg-surface p-6 shadow-lg sm:p-9">{children}</div>
      </main>
    </div>
  );
}
