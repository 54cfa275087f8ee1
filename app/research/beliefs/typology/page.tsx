import type { Metadata } from "next";
import { Disclosure } from "@/components/beliefs/disclosure.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { parseTemplates } from "@/lib/domain/beliefs/templates.ts";
import { categories, dimensions } from "@/lib/domain/beliefs/typology.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { shippedContent } from "@/lib/server/beliefs/shipped-content.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export const metadata: Metadata = { title: "Typology and templates" };

/**
 * The four dimensions and 19 categories, each with its meaning, an example and the templates that Parallax includes.
 */
export default async function TypologyPage() {
  await requireProject("research.read");
  const parsed = parseTemplates(shippedContent.templates);
  return (
    <Page>
      <PageHeader
        title="Typology and templates"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/beliefs", label: "Expressions of belief" },
        ]}
        lead="Four dimensions and 19 categories. The examples all make the same false claim, so that only the wording differs."
      />
      {dimensions.map((dimension) => (
        <Section key={dimension.id} id={dimension.id} title={dimension.label} lead={dimension.definition}>
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
            {categories
              .filter((category) => category.dimension === dimension.id)
              .map((category) => {
                const templates = parsed.ok ? (parsed.templates.get(category.id) ?? []) : [];
                return (
                  <li
                    key={category.id}
                    id={category.id}
                    className="keep-together grid min-w-0 content-start gap-2 rounded-lg border border-rule bg-surface p-4 sm:p-5"
                  >
                    <h3 className="text-base font-semibold">{category.label}</h3>
                    <p className="text-sm text-ink-soft">{category.definition}</p>
                    <blockquote className="border-l-2 border-rule pl-3 font-serif">{category.example}</blockquote>
                    <Disclosure summary={formatNumberOf(templates.length, "template")}>
                      <ul className="grid gap-2 text-sm">
                        {templates.map(({ text }) => (
                          <li key={text} className="border-t border-rule pt-2 break-words">
                            {text}
                          </li>
                        ))}
                      </ul>
                    </Disclosure>
                  </li>
                );
              })}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
