import type { Metadata } from "next";
import { SettingsView } from "@/components/studies/settings-view.tsx";
import { listMoves } from "@/lib/domain/survey/studies/study-status.ts";
import { copyStudyAction, deleteDraftAction, moveStudyAction, renewSecretAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: StudyParams }) {
  const { study, base } = await requireStudy(params);
  return (
    <SettingsView
      base={base}
      study={{
        id: study.id,
        slug: study.slug,
        name: study.name,
        canWrite: study.canWrite,
        isFrozen: study.isFrozen,
        places:
          study.design.strata.length *
          Math.ceil((study.items * study.design.perStratumItem) / study.design.itemsPerPassage),
        moves: listMoves(study.status),
      }}
      actions={{
        move: moveStudyAction,
        copy: copyStudyAction,
        remove: deleteDraftAction,
        renewSecret: renewSecretAction,
      }}
    />
  );
}
