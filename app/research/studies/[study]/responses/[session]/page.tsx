import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PassageTimelineView } from "@/components/studies/responses/passage-timeline.tsx";
import { screenLabel } from "@/lib/domain/survey/live/prepare-flow.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { getPassage } from "@/lib/server/studies/get-passage.ts";
import { requireStudy } from "../../require-study.ts";

export const metadata: Metadata = { title: "Passage" };

export default async function PassagePage({ params }: { params: Promise<{ study: string; session: string }> }) {
  const { actor, study, base } = await requireStudy(params);
  const passage = await getPassage(actor, study.id, (await params).session);
  if (!passage) notFound();
  const screens = listScreens(study.protocol, 1);
  const labels = Object.fromEntries(screens.map((screen) => [screen.key, screenLabel(screen)]));
  return <PassageTimelineView passage={passage} labels={labels} backHref={`${base}/responses`} />;
}
