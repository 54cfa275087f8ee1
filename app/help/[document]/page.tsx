import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentText, InlineText } from "@/components/help/document-text.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { RenderInOwnTask } from "@/components/ui/render-in-chunks.tsx";
import type { HelpSection } from "@/lib/domain/help/help-document.ts";
import { getHelpDocument } from "@/lib/server/help/read-help.ts";

type Params = Promise<{ document: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const document = await getHelpDocument((await params).document);
  return { title: document?.title ?? "Not found" };
}

/** A document of this version of the application. Public. */
export default async function DocumentPage({ params }: { params: Params }) {
  const document = await getHelpDocument((await params).document);
  if (!document) notFound();
  const { name, title, lead, sections } = document;
  return (
    <Page isNarrow>
      <PageHeader
        breadcrumbs={[
          { href: "/", label: "Parallax" },
          { href: "/help", label: "Help" },
        ]}
        title={title}
      />
      <DocumentText text={lead} document={name} caption={title} />
      <nav aria-label="Sections" className="no-print mt-6 rounded-md border border-rule px-5 py-3">
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {sections
            .filter(({ level }) => level === 2)
            .map((section) => (
              <li key={section.id}>
                <Link href={`#${section.id}`} className="inline-block py-1">
                  <InlineText text={section.title} document={name} caption={title} />
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <RenderInOwnTask key={section.id}>
          <DocumentSection document={name} section={section} />
        </RenderInOwnTask>
      ))}
    </Page>
  );
}

function DocumentSection({ document, section }: { document: string; section: HelpSection }) {
  const { id, title, level, text } = section;
  const heading = <InlineText text={title} document={document} caption={title} />;
  return (
    <section id={id} className={level === 2 ? "mt-12 scroll-mt-4 border-t border-rule pt-6" : "mt-8 scroll-mt-4"}>
      {level === 2 ? (
        <h2 className="mb-4 text-xl">{heading}</h2>
      ) : (
        <h3 className="mb-3 text-lg font-semibold">{heading}</h3>
      )}
      <DocumentText text={text} document={document} caption={title} />
    </section>
  );
}
