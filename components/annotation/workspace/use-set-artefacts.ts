"use client";

import { useEffect, useState } from "react";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { ItemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";

/**
 * All questions of the set, for the artefact measures. They are requested once, with the first question. Null before
 * that, and for users who may not see them.
 */
export function useSetArtefacts(api: string, payload: TaskPayload | null): readonly ItemArtefacts[] | null {
  const [artefacts, setArtefacts] = useState<readonly ItemArtefacts[] | null>(null);
  useEffect(() => {
    if (!payload || !storyKinds[payload.task.kind].hasQuestion || artefacts !== null) return;
    void exchange("GET", `${api}/collections/${payload.collection.id}/artefacts`).then((outcome) => {
      if (outcome.kind === "done") setArtefacts((outcome.body as { items: ItemArtefacts[] | null }).items);
    });
  }, [api, payload, artefacts]);
  return artefacts;
}
