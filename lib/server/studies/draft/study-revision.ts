import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { LockedStudy } from "../study-where.ts";

/** Identifies the state of a study with which a form was filled, so that concurrent changes are not overwritten. */
export function studyRevision(
  study: Pick<LockedStudy, "name" | "slug" | "description" | "stage" | "language" | "design"> & {
    benchmarkId: string;
    protocolVersionId: string | null;
    isFrozen: boolean;
  },
): string {
  const { name, slug, description, stage, language, design, benchmarkId, protocolVersionId, isFrozen } = study;
  return fingerprint(
    canonicalJson({ name, slug, description, stage, language, design, benchmarkId, protocolVersionId, isFrozen }),
  ).slice(0, 32);
}

/** The revision of a study whose row the transaction has locked. */
export function lockedRevision(study: LockedStudy): string {
  return studyRevision({
    ...study,
    benchmarkId: study.benchmark_id,
    protocolVersionId: study.protocol_version_id,
    isFrozen: study.is_frozen,
  });
}
