import { inferFilter } from "@/lib/domain/survey/studies/item-table.ts";
import { draftOfDesign, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getStudy } from "../get-study.ts";
import { readNewestItems, readStudyItems } from "../study-items.ts";
import { studyRevision } from "./study-revision.ts";

/** A study as its form edits it. */
export interface EditedStudy {
  id: string;
  slug: string;
  name: string;
  projectId: string;
  draft: StudyDraft;
  revision: string;
  isFrozen: boolean;
  /** Items of the study now, for when no filter describes them. */
  items: number;
  /** The groups were made elsewhere and are no cross of answers; saving the form replaces them. */
  hasOwnGroups: boolean;
}

/** A study's form, filled in; null for those who may not change it. */
export async function getStudyDraft(actor: Actor, address: string): Promise<EditedStudy | null> {
  const study = await getStudy(actor, address);
  if (!study?.canWrite || study.stage === "preview") return null;
  const [chosen, newest] = await Promise.all([readStudyItems(study.id), readNewestItems(study.benchmark.id)]);
  const itemKind = study.itemKind ?? "";
  const filter = inferFilter(
    newest.filter((item) => item.item.kind === itemKind),
    chosen.map((item) => item.id),
  );
  const { quotas, ...design } = draftOfDesign(study.design);
  return {
    id: study.id,
    slug: study.slug,
    name: study.name,
    projectId: study.projectId,
    isFrozen: study.isFrozen,
    items: chosen.length,
    hasOwnGroups: quotas === null,
    revision: studyRevision({
      ...study,
      benchmarkId: study.benchmark.id,
      protocolVersionId: study.protocolVersion.id,
    }),
    draft: {
      ...design,
      name: study.name,
      slug: study.slug,
      description: study.description,
      stage: study.stage,
      language: study.language,
      benchmarkId: study.benchmark.id,
      itemKind,
      itemFilter: copyFilter(filter),
      quotas: quotas ?? [],
      protocol: study.protocol,
    },
  };
}

function copyFilter(filter: ReturnType<typeof inferFilter>): StudyDraft["itemFilter"] {
  return filter && Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]]));
}
