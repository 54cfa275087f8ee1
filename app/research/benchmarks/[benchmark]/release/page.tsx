import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getBenchmark } from "@/lib/server/items/benchmarks.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { SubjectReleases } from "../../../release/subject-releases.tsx";

export const metadata: Metadata = { title: "Release" };

/** The releases of a benchmark. */
export default async function BenchmarkReleasePage({ params }: { params: Promise<{ benchmark: string }> }) {
  const actor = await requireUser();
  const benchmark = await getBenchmark(actor, (await params).benchmark);
  if (!benchmark) notFound();
  const base = `/research/benchmarks/${benchmark.id}`;
  return (
    <Page>
      <PageHeader
        title="Release"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: base, label: benchmark.name },
        ]}
      />
      <SubjectReleases actor={actor} subject={{ ...benchmark, type: "benchmark" }} base={base} />
    </Page>
  );
}
