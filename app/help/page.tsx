import type { Metadata } from "next";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { listHelpDocuments } from "@/lib/server/help/read-help.ts";

export const metadata: Metadata = { title: "Help" };

/** The documents of this version of the application. Public. */
export default async function HelpPage() {
  const documents = await listHelpDocuments();
  return (
    <Page isNarrow>
      <PageHeader
        breadcrumbs={[{ href: "/", label: "Parallax" }]}
        title="Help"
        lead="The documents of this version. In the workspace, Ctrl-K also searches them."
      />
      <ul className="grid gap-4">
        <li>
          <Link href="/help/glossary" className="font-medium">
            Glossary
          </Link>
          <p className="text-ink-soft">The terms used on screens, in files and in documents</p>
        </li>
        {documents.map(({ name, title, sections }) => (
          <li key={name}>
            <Link href={`/help/${name}`} className="font-medium">
              {title}
            </Link>
            <p className="text-ink-soft">
              {sections
                .filter(({ level }) => level === 2)
                .map((section) => section.title.replaceAll("`", ""))
                .join(" · ")}
            </p>
          </li>
        ))}
        <li>
          <Link href="/help/api" className="font-medium">
            API reference
          </Link>
          <p className="text-ink-soft">Every operation of /api/v1</p>
        </li>
      </ul>
    </Page>
  );
}
