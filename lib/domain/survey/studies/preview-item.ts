import type { Item } from "../../items/item.ts";
import { fromScratchDraft } from "../presets/from-scratch.ts";
import { listScreens } from "../screens.ts";
import type { SessionView } from "../session-view.ts";
import { withNewestWords } from "../translate-protocol.ts";
import { previewScreen } from "./preview-screen.ts";

/** The item as participants see it in a study with default settings: story and question on one page. */
export function previewItem(item: Item): SessionView {
  const draft = fromScratchDraft();
  const protocol = withNewestWords({
    ...draft.protocol,
    steps: draft.protocol.steps.map((step) =>
      step.kind === "items" ? { ...step, wording: {}, layout: "one-screen" as const, titles: "shown" as const } : step,
    ),
  });
  const study = { slug: "preview", name: "Preview", language: draft.language, protocol, itemsPerSession: 1 };
  const itemScreen = listScreens(protocol, 1).find(({ kind }) => kind === "answer");
  const view = itemScreen ? previewScreen(study, itemScreen.index, item, {}) : null;
  if (!view) throw new RangeError("the protocol shows no item");
  return view;
}
