"use client";

import { useDeferredValue, useMemo } from "react";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { type ItemArtefacts, itemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import { measureItems } from "@/lib/domain/stories/artefacts/set-artefacts.ts";
import { fieldText, type WorkspaceState } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { ArtefactPanel } from "./artefact-panel.tsx";

/** The artefact measures of the set, computed with the current version of this item. */
export function SetArtefacts({
  state,
  externalId,
  given,
  set,
}: {
  state: WorkspaceState;
  externalId: string;
  given: KsteDocument;
  set: readonly ItemArtefacts[] | null;
}) {
  const deferredState = useDeferredValue(state);
  const item = useMemo(
    () =>
      itemArtefacts({
        id: externalId,
        implausibleKnowledge: fieldText(deferredState, "implausibleKnowledge"),
        answerWithKnowledge: fieldText(deferredState, "answerWithKnowledge"),
        answerWithoutKnowledge: fieldText(deferredState, "answerWithoutKnowledge"),
      }),
    [deferredState, externalId],
  );
  const importedArtefacts = useMemo(
    () => (given.kind === "knp" ? itemArtefacts({ id: externalId, ...given }) : null),
    [given, externalId],
  );
  const otherItems = useMemo(() => set?.filter(({ id }) => id !== externalId) ?? null, [set, externalId]);
  const meters = useMemo(
    () =>
      otherItems === null || importedArtefacts === null
        ? null
        : { before: measureItems([...otherItems, importedArtefacts]), after: measureItems([...otherItems, item]) },
    [otherItems, importedArtefacts, item],
  );
  return <ArtefactPanel item={item} before={meters?.before ?? null} after={meters?.after ?? null} />;
}
