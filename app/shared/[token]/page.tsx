import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { SharedResultsView } from "@/components/results/sharing/shared-results.tsx";
import { ConsortFigures } from "@/components/studies/live/flow-view.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { MessagePage } from "@/components/ui/message-page.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { formatLongDay } from "@/lib/domain/format/times.ts";
import { summarizeResults } from "@/lib/domain/results/sharing/results-summary.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { catchTooMany } from "@/lib/server/platform/http/or-too-many.ts";
import { loadSharedResults } from "@/lib/server/sharing/load-shared-results.ts";
import { openSharedView } from "@/lib/server/sharing/open-shared-view.ts";
import { PublicPage } from "../public-page.tsx";

export const metadata: Metadata = { title: "Shared results", robots: { index: false, follow: false } };

/** The read-only page of a study for anyone who has its link: verdict, figures and methods. No account is needed. */
export default async function SharedPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const view = await catchTooMany(openSharedView(token, await headers()));
  if (view instanceof AppError) return <MessagePage title="Too many requests">{view.message}</MessagePage>;
  const shared = view && (await loadSharedResults(view));
  if (!shared) notFound();
  const { page, prepared, flow, methods } = shared;
  return (
    <PublicPage parts={["verdict", "figures", "methods"]}>
      <Page>
        <PageHeader
          title={page.study.name}
          badge={view.isBlinded && <Badge tone="info">Blinded</Badge>}
          lead={`Read-only view for ${view.label}, until ${formatLongDay(view.expiresAt)}.${view.isBlinded ? " The names of models and conditions are replaced." : ""}`}
        />
        <SharedResultsView
          summary={summarizeResults(page, prepared)}
          flow={flow && <ConsortFigures flow={flow} status={prepared.unplanned} />}
          methods={methods}
          isBlinded={view.isBlinded}
          interimNote="Each view of this page is recorded as an interim view."
          fileHref={(file) => `/api/v1/shared/${token}/${file}`}
        />
      </Page>
    </PublicPage>
  );
}
