import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SharedViews } from "@/components/studies/sharing/shared-views.tsx";
import { listSharedViews } from "@/lib/server/sharing/shared-view.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { createSharedViewAction, revokeSharedViewAction } from "./actions.ts";

export const metadata: Metadata = { title: "Shared views" };

export default async function SharedViewsPage({ params }: { params: StudyParams }) {
  const { study } = await requireStudy(params);
  if (!study.canWrite) notFound();
  return (
    <SharedViews
      studyId={study.id}
      views={await listSharedViews(study.id)}
      actions={{ create: createSharedViewAction, revoke: revokeSharedViewAction }}
    />
  );
}
