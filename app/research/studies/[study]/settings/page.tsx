import type { Metadata } from "next";
import { RetentionSection } from "@/components/studies/erasure/retention-section.tsx";
import { SettingsView } from "@/components/studies/settings-view.tsx";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { getRetention } from "@/lib/server/sessions/erasure/set-retention.ts";
import { getArrivals } from "@/lib/server/studies/flow/arrivals.ts";
import { arrivalRulesAction, deleteDraftAction, renewSecretAction, webhookSecretAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { setRetentionAction } from "./actions.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const arrivals = await getArrivals(actor, study.id);
  const retention = can(actor, "identities.erase", study.projectId) ? await getRetention(actor, study.id) : null;
  return (
    <>
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
      {retention && <RetentionSection study={study.id} retention={retention} save={setRetentionAction} />}
    </>
  );
}
