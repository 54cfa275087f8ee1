import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { type ReadinessCheck, reviewReadiness } from "@/lib/domain/survey/recruiters/readiness.ts";
import type { Recruitment } from "@/lib/domain/survey/recruiters/recruiter-text.ts";
import type { ExcludableStudy } from "@/lib/domain/survey/studies/study-rows.ts";
import type { Actor } from "../platform/access/access.ts";
import { environment } from "../platform/environment.ts";
import { listExcludableStudies } from "../studies/entry/denials.ts";
import { getArrivals } from "../studies/flow/arrivals.ts";
import type { StudyFacts } from "../studies/get-study.ts";
import { getRecruitment, hasWebhookSecret } from "./recruitment.ts";
import { getRehearsal, type Rehearsal } from "./rehearsal.ts";

export interface StudyReadiness {
  checks: ReadinessCheck[];
  recruitment: Recruitment;
  rehearsal: Rehearsal | null;
  deniable: ExcludableStudy[];
}

/** What is ready and what is missing before a study goes live, for users who may change it. */
export async function getReadiness(actor: Actor, study: StudyFacts): Promise<StudyReadiness> {
  const [recruitment, rehearsal, arrivals, deniable, hasSecret] = await Promise.all([
    getRecruitment(study),
    getRehearsal(study),
    getArrivals(actor, study.id),
    listExcludableStudies(study.id),
    hasWebhookSecret(study.projectId),
  ]);
  const checks = reviewReadiness({
    publicUrl: environment().publicUrl,
    status: study.status,
    protocol: study.protocol,
    rules: arrivals?.rules ?? openArrivalRules,
    recruitment,
    hasWebhookSecret: hasSecret,
    undecidedStudies: deniable.filter(({ isDecided, sharedStories }) => !isDecided && sharedStories > 0).length,
    rehearsal: rehearsal?.facts ?? null,
  });
  return { checks, recruitment, rehearsal, deniable };
}
