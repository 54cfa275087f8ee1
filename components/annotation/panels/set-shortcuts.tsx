"use client";

import { useDeferredValue, useMemo } from "react";
import type { KsteDocument } from "@/lib/domain/annotation/kste-document.ts";
import { type ItemShortcuts, itemShortcuts } from "@/lib/domain/stories/shortcuts/item-shortcuts.ts";
import { shortcutMeter } from "@/lib/domain/stories/shortcuts/set-shortcuts.ts";
import { type DeskState, textOf } from "../desk/desk-state.ts";
import { ShortcutPanel } from "./shortcut-panel.tsx";

/** The shortcut meter with the item at hand in place of what the set has of it. */
export function SetShortcuts({
  state,
  externalId,
  given,
  set,
}: {
  state: DeskState;
  externalId: string;
  given: KsteDocument;
  set: readonly ItemShortcuts[] | null;
}) {
  const late = useDeferredValue(state);
  const item = useMemo(
    () =>
      itemShortcuts({
        id: externalId,
        implausibleKnowledge: textOf(late, "implausibleKnowledge"),
        answerWithKnowledge: textOf(late, "answerWithKnowledge"),
        answerWithoutKnowledge: textOf(late, "answerWithoutKnowledge"),
      }),
    [late, externalId],
  );
  const before = useMemo(
    () => (given.kind === "knp" ? itemShortcuts({ id: externalId, ...given }) : null),
    [given, externalId],
  );
  const others = useMemo(() => set?.filter(({ id }) => id !== externalId) ?? null, [set, externalId]);
  const meters = useMemo(
    () =>
      others === null || before === null
        ? null
        : { before: shortcutMeter([...others, before]), after: shortcutMeter([...others, item]) },
    [others, before, item],
  );
  return <ShortcutPanel item={item} before={meters?.before ?? null} after={meters?.after ?? null} />;
}
