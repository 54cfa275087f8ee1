import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { LockedStudy } from "../study-where.ts";

/** Names the state of a study that a form was filled from, so that no one overwrites what someone else has saved since. */
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

/** The same for a row that a transaction holds. */
export function lockedRevision(study: LockedStudy): string {
  return studyRevision({
    ...study,
    benchmarkId: study.benchmark_id,
    protocolVersionId: study.protocol_version_id,
    isFrozen: study.is_frozen,
  });
}
