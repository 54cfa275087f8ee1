import type { Metadata } from "next";
import { ApiReference } from "@/components/ui/api-reference.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";

export const metadata: Metadata = { title: "API reference" };

/** The operations that programs may use, from the OpenAPI document. Public: it names no data of the installation. */
export default function ApiPage() {
  return (
    <Page>
      <PageHeader
        breadcrumbs={[{ href: "/", label: "Parallax" }]}
        title="API reference"
        lead={
          <>
            Programs send a token as <code>Authorization: Bearer plx_…</code>. Create one under Your account, API
            tokens. <Link href="/openapi.json">OpenAPI document</Link>
          </>
        }
      />
      <ApiReference />
    </Page>
  );
}
