import type { Metadata } from "next";
import { SubjectReleases } from "../../../../release/subject-releases.tsx";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Release" };

export default async function ReleasePage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  return <SubjectReleases actor={actor} subject={{ ...study, type: "study" }} base={base} />;
}
