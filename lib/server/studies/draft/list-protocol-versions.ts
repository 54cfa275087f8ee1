import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";

export interface ProtocolVersionLine {
  id: string;
  version: number;
  hash: string;
  createdAt: Date;
  createdBy: string | null;
  isCurrent: boolean;
}

/** Every version of a study's protocol, newest first. */
export async function listProtocolVersions(actor: Actor, studyId: string): Promise<ProtocolVersionLine[]> {
  const versions = await db().protocolVersion.findMany({
    where: { studyId, study: inProjectsWith(actor, "research.read") },
    orderBy: { version: "desc" },
    select: {
      id: true,
      version: true,
      hash: true,
      createdAt: true,
      createdById: true,
      currentOf: { select: { id: true } },
    },
  });
  const people = await db().user.findMany({
    where: { id: { in: versions.flatMap((version) => version.createdById ?? []) } },
    select: { id: true, name: true },
  });
  return versions.map(({ createdById, currentOf, ...version }) => ({
    ...version,
    createdBy: people.find((person) => person.id === createdById)?.name ?? null,
    isCurrent: currentOf !== null,
  }));
}
