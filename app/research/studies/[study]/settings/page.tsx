import type { Metadata } from "next";
import { SettingsView } from "@/components/studies/settings-view.tsx";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { getArrivals } from "@/lib/server/studies/flow/arrivals.ts";
import { arrivalRulesAction, deleteDraftAction, renewSecretAction, webhookSecretAction } from "../../actions.ts";
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
        isSimulation: study.stage === "simulation",
        arrivalRules: arrivals?.rules ?? openArrivalRules,
      }}
      actions={{
        setArrivalRules: arrivalRulesAction,
        remove: deleteDraftAction,
        renewSecret: renewSecretAction,
        webhookSecret: webhookSecretAction,
      }}
    />
  );
}
