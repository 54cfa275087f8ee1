import type { Metadata } from "next";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { glossary } from "@/lib/domain/glossary/terms.ts";
import { slugify } from "@/lib/domain/slug.ts";

export const metadata: Metadata = { title: "Glossary" };

/** The glossary of the terms used in pages, files and papers. Public. */
export default function GlossaryPage() {
  return (
    <Page isNarrow>
      <PageHeader
        breadcrumbs={[
          { href: "/", label: "Parallax" },
          { href: "/help", label: "Help" },
        ]}
        title="Glossary"
        lead="The terms used on screens, in files and in documents."
      />
      <nav aria-label="Groups of terms" className="mb-10">
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {glossary.map(({ key, title }) => (
            <li key={key}>
              <Link href={`#${key}`} className="inline-block py-1">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {glossary.map(({ key, title, terms }) => (
        <Section key={key} id={key} title={title}>
          <dl className="grid grid-cols-1 gap-y-3">
            {terms.map(({ term, meaning }) => (
              <div
                key={term}
                id={slugify(term)}
                className="grid gap-x-8 border-t border-rule pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[13rem_minmax(0,1fr)]"
              >
                <dt className="font-semibold">{term}</dt>
                <dd className="max-w-measure text-ink-soft">{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
    </Page>
  );
}
