import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { stageLabels } from "@/components/studies/study-labels.ts";
import { StudyMenu } from "@/components/studies/study-menu.tsx";
import { StudyBreadcrumbs, StudyTabs } from "@/components/studies/study-tabs.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { StudyStatusBadge } from "@/components/ui/study-status-badge.tsx";
import { asksLocalisedItems } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { asksMindgames } from "@/lib/server/mindgames/asks-mindgames.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { hasLedger } from "@/lib/server/recruiters/has-ledger.ts";
import { getStudyNotices } from "@/lib/server/studies/flow/load-study-flow.ts";
import { getStudy } from "@/lib/server/studies/get-study.ts";
import { archiveStudyAction, copyStudyAction } from "../actions.ts";
import { requireStudy, type StudyParams } from "./require-study.ts";

/** The title of every browser tab contains the study's name, so that tabs of several studies can be distinguished. */
export async function generateMetadata({ params }: { params: StudyParams }): Promise<Metadata> {
  const { study } = await requireStudy(params);
  return { title: { default: `${study.name} · Parallax`, template: `%s · ${study.name} · Parallax` } };
}

/** The header and tabs of one study. It checks no rights: each page checks them. */
export default async function StudyLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ study: string }>;
}) {
  const actor = await requireUser();
  const study = await getStudy(actor, (await params).study);
  if (!study) notFound();
  const [notices, loading, withLedger, withRaters] = await Promise.all([
    getStudyNotices(actor, study.id),
    study.isDemo ? getDemoLoading(actor, study.projectId) : null,
    study.canWrite && hasLedger(study),
    asksMindgames(study.id),
  ]);
  const base = `/research/studies/${(await params).study}`;
  return (
    <Page>
      <PageHeader
        title={study.name}
        trail={<StudyBreadcrumbs base={base} name={study.name} />}
        badge={
          <span className="flex flex-wrap gap-2">
            <StudyStatusBadge status={study.status} />
            {study.stage !== "main" && <Badge>{stageLabels[study.stage]?.word ?? study.stage}</Badge>}
            {study.isDemo && <Badge tone="info">Demo</Badge>}
            {study.isArchived && <Badge>Archived</Badge>}
          </span>
        }
        actions={
          study.canWrite && (
            <StudyMenu base={base} study={study} actions={{ copy: copyStudyAction, archive: archiveStudyAction }} />
          )
        }
      />
      <StudyTabs
        base={base}
        canWrite={study.canWrite}
        isLocalised={asksLocalisedItems(study)}
        asksMindgames={withRaters}
        hasLedger={withLedger}
      />
      <DemoNotice loading={loading} />
      {notices.length > 0 && (
        <div className="mb-8 grid grid-cols-1 gap-3">
          {notices.map(({ kind, text }) => (
            <Callout key={kind} tone={kind === "full" ? "info" : "warn"}>
              {text}
            </Callout>
          ))}
        </div>
      )}
      {children}
    </Page>
  );
}
