import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { db } from "../platform/database/client.ts";

/**
 * Whether a study has a ledger: it has a recruiter, or people came with a link of the researcher's own list. The caller
 * must check the right to see the study.
 */
export async function hasLedger({ id, protocol }: { id: string; protocol: Protocol }): Promise<boolean> {
  if ((protocol.recruiter?.kind ?? "none") !== "none") return true;
  return (await db().entryIdentity.findFirst({ where: { studyId: id }, select: { sessionId: true } })) !== null;
}
