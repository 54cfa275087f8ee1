import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LinksForParticipants } from "@/components/studies/links-for-participants.tsx";
import { AddressesAndCodes } from "@/components/studies/recruiting/addresses-and-codes.tsx";
import { DenialsForm } from "@/components/studies/recruiting/denials-form.tsx";
import { ProlificDraftForm } from "@/components/studies/recruiting/prolific-draft-form.tsx";
import { ReadinessList } from "@/components/studies/recruiting/readiness-list.tsx";
import { RecruiterFormText } from "@/components/studies/recruiting/recruiter-form-text.tsx";
import { RehearsalSection } from "@/components/studies/recruiting/rehearsal-section.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { recruiterName } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { studyLink } from "@/lib/domain/survey/recruiters/rehearsal-links.ts";
import { meanItemWords } from "@/lib/domain/survey/studies/item-words.ts";
import { participantLinks } from "@/lib/domain/survey/studies/participant-links.ts";
import { estimateMinutes } from "@/lib/domain/survey/studies/planner.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { getReadiness } from "@/lib/server/recruiters/get-readiness.ts";
import { readProlificStudy } from "@/lib/server/recruiters/prolific/create-draft.ts";
import { listExampleDepartures, type Rehearsal } from "@/lib/server/recruiters/rehearsal.ts";
import { readStudyItems } from "@/lib/server/studies/study-items.ts";
import { denialsAction, recruitmentAction, rehearseAction, signLinksAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { createProlificDraftAction } from "./actions.ts";

export const metadata: Metadata = { title: "Recruit" };

export default async function RecruitPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  if (!study.canWrite) notFound();
  const { checks, recruitment, rehearsal, deniable } = await getReadiness(actor, study);
  const meanWords = meanItemWords((await readStudyItems(study.id)).map(({ item }) => item));
  const minutes = Math.round(estimateMinutes(study.protocol, study.design.itemsPerSession, meanWords));
  const estimatedText = `A session takes about ${formatNumberOf(minutes, "minute")}, estimated from words and screens.`;
  const { publicUrl } = environment();
  const { kind = "none", name = "" } = study.protocol.recruiter ?? {};
  return (
    <>
      <ReadinessList base={base} checks={checks} />
      <AddressesAndCodes
        base={base}
        link={studyLink(publicUrl, study.slug, study.protocol.recruiter)}
        departures={listExampleDepartures(study.protocol)}
        rehearsed={rehearsal?.sessions.flatMap(({ outcome }) => outcome ?? []) ?? []}
      />
      <LinksForParticipants
        links={participantLinks(publicUrl, study.slug)}
        isSimulation={study.stage === "simulation"}
        isOpen={study.status === "open"}
        studyId={study.id}
        signAction={signLinksAction}
        settingsHref={`${base}/settings`}
      />
      <RecruiterFormText
        studyId={study.id}
        recruitment={recruitment}
        contact={study.protocol.contact}
        measured={formatMeasuredDuration(rehearsal) ?? estimatedText}
        save={recruitmentAction}
      />
      {kind === "prolific" && (
        <ProlificDraftForm
          studyId={study.id}
          created={(await readProlificStudy(study.id)) ?? null}
          places={findMargin(study.margins, "sessions").high}
          create={createProlificDraftAction}
        />
      )}
      <RehearsalSection
        studyId={study.id}
        rehearsal={rehearsal && { ...rehearsal, isCurrent: rehearsal.facts.isCurrent }}
        recruiter={recruiterName(kind, name) ?? (kind === "panel" ? "the panel" : null)}
        start={rehearseAction}
      />
      <DenialsForm studyId={study.id} studies={deniable} save={denialsAction} />
    </>
  );
}

/** The duration of the newest completed rehearsal session; null if no rehearsal session is complete. */
function formatMeasuredDuration(rehearsal: Rehearsal | null): string | null {
  const completed = rehearsal?.sessions.find(({ outcome }) => outcome === "complete");
  if (!completed?.endedAt) return null;
  return `The rehearsed session took ${formatDuration(completed.endedAt.getTime() - completed.startedAt.getTime())}.`;
}
