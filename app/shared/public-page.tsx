import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Wordmark } from "@/components/ui/navigation/mark.tsx";

/** The frame of a page for readers without an account. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-b border-rule">
        <div className="gutter mx-auto flex max-w-[90rem] items-center justify-between py-4">
          <Wordmark />
          <nav aria-label="Parts of this page" className="no-print">
            <ul className="flex flex-wrap gap-x-5">
              <li>
                <Link href="#verdict">Verdict</Link>
              </li>
              <li>
                <Link href="#figures">Figures</Link>
              </li>
              <li>
                <Link href="#methods">Methods</Link>
              </li>
            </ul>
          </nav>
        </div>
      </header>
      {children}
    </>
  );
}
