import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AdjustFile } from "@/components/charts/adjust/adjust-file.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export const metadata: Metadata = { title: "Adjust for a paper" };

/** Matches the address of a table or figure of this server: path, extension and query. */
const filePattern = /^(\/api\/v1\/[A-Za-z0-9/_-]+)\.(svg|csv)(?:\?(.*))?$/;

/** The page on which a table or figure is adjusted: rows, labels, colours, size, columns, style. */
export default async function FilesPage({ searchParams }: PageProps<"/research/files">) {
  await requireProject("research.read");
  const { file } = await searchParams;
  const [, base, extension, query = ""] = filePattern.exec(typeof file === "string" ? file : "") ?? [];
  if (!base) notFound();
  const isFigure = extension === "svg";
  return (
    <Page>
      <PageHeader
        title="Adjust for a paper"
        lead={
          isFigure
            ? "Choose rows, their order and labels, colours and size. Interval, n, legend and status stay in the file."
            : "Choose columns, their order and names, and the style of the LaTeX table."
        }
      />
      <AdjustFile base={base} query={query} isFigure={isFigure} />
    </Page>
  );
}
