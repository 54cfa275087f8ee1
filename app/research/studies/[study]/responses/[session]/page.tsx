import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PersonCleaning } from "@/components/studies/cleaning/person-cleaning.tsx";
import { SessionPaymentView } from "@/components/studies/responses/session-payment.tsx";
import { SessionTimelineView } from "@/components/studies/responses/session-timeline.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { screenLabel } from "@/lib/domain/survey/live/prepare-flow.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { listCleaningRules } from "@/lib/server/studies/cleaning/planned-rules.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { loadSessionPayment } from "@/lib/server/studies/responses/find-coded-session.ts";
import { getSession } from "@/lib/server/studies/responses/get-session.ts";
import { excludePersonAction, markPaidAction, restorePersonAction, withdrawSessionAction } from "../../../actions.ts";
import { requireStudy } from "../../require-study.ts";

export const metadata: Metadata = { title: "Session" };

export default async function SessionPage({ params }: { params: Promise<{ study: string; session: string }> }) {
  const { actor, study, base } = await requireStudy(params);
  const session = await getSession(actor, study.id, (await params).session);
  if (!session) notFound();
  await recordInterimView(actor, study);
  const payment = await loadSessionPayment(actor, study.projectId, session.id);
  const screens = listScreens(study.protocol, 1);
  const labels = Object.fromEntries(screens.map((screen) => [screen.key, screenLabel(screen)]));
  return (
    <>
      <SessionTimelineView session={session} labels={labels} backHref={`${base}/responses`} />
      <PersonCleaning
        session={session}
        rules={await listCleaningRules(study.id)}
        actions={study.canWrite ? { exclude: excludePersonAction, restore: restorePersonAction } : null}
      />
      {payment && (
        <SessionPaymentView
          session={session.id}
          isErased={session.erasedAt !== null}
          payment={payment}
          markPaid={markPaidAction}
          withdraw={withdrawSessionAction}
        />
      )}
      <ConditionNotes notes={explainConditions(session.responses.map(({ condition }) => condition))} />
    </>
  );
}
