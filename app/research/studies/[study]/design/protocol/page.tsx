import type { Metadata } from "next";
import { InterimAnalysisSection } from "@/components/studies/interim-analyses.tsx";
import { PlanAndFrozenProtocol } from "@/components/studies/plan-and-frozen-protocol.tsx";
import { PlanForm } from "@/components/studies/plan-form.tsx";
import { PreviewWorkspace } from "@/components/studies/preview-workspace.tsx";
import { ProtocolVersions } from "@/components/studies/protocol-versions.tsx";
import { endLabel } from "@/components/studies/study-labels.ts";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { chooseClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import { countMinTests, fewClustersWarning } from "@/lib/domain/results/plan/few-clusters.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { screenLabel } from "@/lib/domain/survey/live/prepare-flow.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { dependsOnCondition, listPreviewPages } from "@/lib/domain/survey/studies/preview-screen.ts";
import { listProtocolVersions } from "@/lib/server/studies/draft/list-protocol-versions.ts";
import { getStudyPlan } from "@/lib/server/studies/draft/study-plan.ts";
import { listInterimViews } from "@/lib/server/studies/interim-views.ts";
import { listDataLocks, readDataCollectionState } from "@/lib/server/studies/lock/read-data-collection-state.ts";
import { readInterimAnalyses } from "@/lib/server/studies/lock/read-interim-analyses.ts";
import { readStudyItems } from "@/lib/server/studies/study-items.ts";
import { runInterimAnalysisAction, savePlanAction } from "../../../actions.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Protocol and preview" };

export default async function ProtocolPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<{ page?: string | string[]; item?: string | string[] }>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const query = await searchParams;
  const [versions, items, commitment, interimViews, locks, plannedLooks, state] = await Promise.all([
    listProtocolVersions(actor, study.id),
    readStudyItems(study.id),
    getStudyPlan(actor, study.id),
    listInterimViews(study.id),
    listDataLocks(study.id),
    readInterimAnalyses(study.id),
    readDataCollectionState(study.id, "main", "current"),
  ]);
  const kind = labelledFactors(study);
  const pages = listPreviewPages(study).map(({ place, screen }) => ({
    place: String(place),
    label: screen ? screenLabel(screen) : endLabel(String(place)),
    isEnd: screen === null,
    varies: dependsOnCondition(screen),
  }));
  const conditions = studyConditions(study.design).map((levels) => ({
    key: conditionKey(levels),
    label: conditionLabel(kind, levels),
  }));
  const question = pages.findLast((page) => page.varies);
  const requestedPage = typeof query.page === "string" ? query.page : question?.place;
  const page = pages.find((candidate) => candidate.place === requestedPage) ?? pages[0];
  const item = items.find((candidate) => candidate.id === query.item) ?? items[0];
  return (
    <>
      <Section
        title="Preview"
        lead="Every page as participants see it, without the answer key. The preview does not start a session."
        actions={study.canWrite && <LinkButton href={`${base}/design/edit`}>Edit texts and questions</LinkButton>}
      >
        {page && (
          <PreviewWorkspace
            base={base}
            pages={pages}
            page={page}
            items={items.map(({ id, externalId, attributes, item: { text } }) => ({
              id,
              label: `${externalId}: ${text}`,
              story: attributes.story ?? "",
            }))}
            itemId={item?.id ?? ""}
            conditions={conditions}
          />
        )}
        <ConditionNotes notes={explainConditions(conditions.map(({ label }) => label))} />
      </Section>
      {commitment && (
        <PlanAndFrozenProtocol
          slug={study.slug}
          {...commitment}
          warning={fewClustersWarning(
            chooseClusters(items, commitment.plan.clusters),
            commitment.plan,
            countMinTests(commitment.plan),
          )}
          interimViews={interimViews}
          locks={locks}
          looks={
            <InterimAnalysisSection
              studyId={study.id}
              declared={commitment.plan.stopping.looks}
              taken={plannedLooks}
              counted={study.stage === "main" ? state.filled : 0}
              planned={state.planned}
              action={study.canWrite && study.stage === "main" && !state.hasEnded ? runInterimAnalysisAction : null}
            />
          }
          form={
            study.canWrite && (
              <PlanForm
                studyId={study.id}
                plan={commitment.plan}
                registration={commitment.registration}
                isFrozen={commitment.freezes.length > 0}
                action={savePlanAction}
              />
            )
          }
        />
      )}
      <ProtocolVersions versions={versions} isFrozen={study.isFrozen} />
    </>
  );
}
