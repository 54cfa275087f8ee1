import { cache } from "react";
import { type Design, designSchema, type MarginalCount } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import type { StudyStage } from "@/lib/domain/survey/studies/study-draft.ts";
import type { StudyStatus } from "@/lib/domain/survey/studies/study-status.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { stageFromDatabase } from "./database-labels.ts";
import { computeStudyMargins } from "./study-margins.ts";
import { studyWhere } from "./study-where.ts";

export interface StudyFacts {
  id: string;
  projectId: string;
  slug: string;
  name: string;
  description: string;
  status: StudyStatus;
  stage: StudyStage | "preview";
  language: string;
  isDemo: boolean;
  isArchived: boolean;
  benchmark: { id: string; name: string };
  /** The planner's stored assumptions (lib/domain/survey/studies/planner-query.ts); null for none. */
  planning: unknown;
  /**
   * The kind of the study's first item. If the study has items of several kinds, `design.variants` lists all of them.
   */
  itemKind: string | null;
  items: number;
  design: Design;
  /** The size of the full study, as numbers of sessions and answers. */
  margins: MarginalCount[];
  protocol: Protocol;
  protocolVersion: { id: string; version: number; hash: string; createdAt: Date };
  /** Whether the design has been generated; it is then fixed. */
  isFrozen: boolean;
  /** Whether the items of every session were listed when the study was created, instead of drawn in blocks. */
  hasLists: boolean;
  createdAt: Date;
  openedAt: Date | null;
  closedAt: Date | null;
  /** Whether the main stage of the study has ended with answers: reopening it is an amendment. */
  hasEnded: boolean;
  /** Whether this user may change the study. */
  canWrite: boolean;
}

/** A study for its pages, by ID or slug; null for users who may not see it. Cached for the request. */
export const getStudy = cache(readStudy);

async function readStudy(actor: Actor, address: string): Promise<StudyFacts | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: {
      id: true,
      projectId: true,
      slug: true,
      name: true,
      description: true,
      status: true,
      stage: true,
      language: true,
      isDemo: true,
      benchmarkId: true,
      planning: true,
      design: true,
      margins: true,
      createdAt: true,
      openedAt: true,
      closedAt: true,
      endCause: true,
      archivedAt: true,
      protocol: { select: { id: true, version: true, hash: true, createdAt: true, document: true } },
      items: { take: 1, orderBy: { ordinal: "asc" }, select: { item: { select: { kind: true } } } },
      _count: { select: { items: true, strata: true } },
    },
  });
  if (!study?.protocol) return null;
  const benchmark = await db().benchmark.findUnique({ where: { id: study.benchmarkId }, select: { name: true } });
  const { document, ...protocolVersion } = study.protocol;
  const design = designSchema.parse(study.design);
  return {
    id: study.id,
    projectId: study.projectId,
    slug: study.slug,
    name: study.name,
    description: study.description,
    status: study.status,
    stage: stageFromDatabase(study.stage),
    language: study.language,
    isDemo: study.isDemo,
    isArchived: study.archivedAt !== null,
    benchmark: { id: study.benchmarkId, name: benchmark?.name ?? "" },
    planning: study.planning,
    itemKind: study.items[0]?.item.kind ?? null,
    items: study._count.items,
    design,
    margins: computeStudyMargins(study.margins, design, study._count.items),
    protocol: protocolSchema.parse(document),
    protocolVersion,
    isFrozen: study._count.strata > 0,
    hasLists: study.margins !== null && !design.composition,
    createdAt: study.createdAt,
    openedAt: study.openedAt,
    closedAt: study.closedAt,
    hasEnded: study.endCause !== null && (await isAnswered(study.id)),
    canWrite: can(actor, "research.write", study.projectId),
  };
}

async function isAnswered(studyId: string): Promise<boolean> {
  return (await db().response.findFirst({ where: { studyId }, select: { id: true } })) !== null;
}
