import { noSimulationLinks, readArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { isParticipantId } from "@/lib/domain/survey/participant-id.ts";
import { knownEntryParamNames, textToSign } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { personalLink, readPersonList } from "@/lib/domain/survey/studies/participant-links.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { environment } from "../../platform/environment.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { decryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { fieldError } from "../read-draft.ts";
import { studyWhere } from "../study-where.ts";
import { signEntry } from "./entry-signature.ts";

export interface SignedLink {
  externalId: string;
  url: string;
}

const maxParticipants = 5_000;

/** A signed link for every ID of a pasted list. Nothing is stored. Returns no links for a simulation. */
export async function signLinks(actor: Actor, studyId: string, list: string): Promise<SignedLink[]> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.write", studyId),
    select: { slug: true, stage: true, entrySecret: true, arrivalRules: true },
  });
  if (!study) throw notFoundError();
  if (study.stage === "simulation") throw new AppError("conflict", noSimulationLinks);
  const people = readPersonList(list);
  if (people.length === 0) throw fieldError("people", "Please enter at least one participant ID.");
  if (people.length > maxParticipants)
    throw fieldError("people", `The list has ${people.length} participant IDs; the maximum is ${maxParticipants}.`);
  const secret = await decryptStoredSecret("entry-links", study.entrySecret);
  const { idPattern } = readArrivalRules({ stage: study.stage, arrival_rules: study.arrivalRules });
  return people.map((externalId) => {
    const problem = findTextProblem(externalId, 200);
    if (problem) throw fieldError("people", `"${externalId.slice(0, 40)}" ${problem}.`);
    if (!isParticipantId({ source: "pid", externalId }, idPattern)) {
      throw fieldError(
        "people",
        `"${externalId.slice(0, 40)}" does not match the ID pattern ${idPattern} of this study. Change the list, or the pattern under Settings.`,
      );
    }
    const signature = signEntry(secret, textToSign({ [knownEntryParamNames.pid.id]: externalId }));
    return { externalId, url: personalLink(environment().publicUrl, study.slug, externalId, signature) };
  });
}
