import type { Metadata } from "next";
import { SettingsView } from "@/components/studies/settings-view.tsx";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { listTransitions } from "@/lib/domain/survey/studies/study-status.ts";
import { getArrivals } from "@/lib/server/studies/flow/arrivals.ts";
import {
  archiveStudyAction,
  arrivalRulesAction,
  copyStudyAction,
  deleteDraftAction,
  moveStudyAction,
  renewSecretAction,
  webhookSecretAction,
} from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const arrivals = await getArrivals(actor, study.id);
  return (
    <SettingsView
      base={base}
      study={{
        id: study.id,
        slug: study.slug,
        name: study.name,
        canWrite: study.canWrite,
        isFrozen: study.isFrozen,
        isArchived: study.isArchived,
        isSimulation: study.stage === "simulation",
        slots: findMargin(study.margins, "sessions").high,
        transitions: listTransitions(study.status),
        isMain: study.stage === "main",
        hasEnded: study.hasEnded,
        arrivalRules: arrivals?.rules ?? openArrivalRules,
      }}
      actions={{
        move: moveStudyAction,
        setArrivalRules: arrivalRulesAction,
        copy: copyStudyAction,
        archive: archiveStudyAction,
        remove: deleteDraftAction,
        renewSecret: renewSecretAction,
        webhookSecret: webhookSecretAction,
      }}
    />
  );
}
