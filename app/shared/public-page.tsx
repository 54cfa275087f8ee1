import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Wordmark } from "@/components/ui/navigation/mark.tsx";

const labels = {
  verdict: "Verdict",
  figures: "Figures",
  methods: "Methods",
  downloads: "Downloads",
  citation: "Citation",
} as const;

/** The frame of a page for readers without an account, with links to its parts. */
export function PublicPage({ parts, children }: { parts: readonly (keyof typeof labels)[]; children: ReactNode }) {
  return (
    <>
      <header className="border-b border-rule">
        <div className="gutter mx-auto flex max-w-[90rem] items-center flex-wrap justify-between gap-x-8 gap-y-2 py-4">
          <Wordmark />
          {parts.length > 0 && (
            <nav aria-label="Parts of this page" className="no-print">
              <ul className="flex flex-wrap gap-x-5">
                {parts.map((part) => (
                  <li key={part}>
                    <Link href={`#${part}`} className="inline-block py-1 pointer-coarse:py-2">
                      {labels[part]}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </header>
      {children}
    </>
  );
}
