import { MarkedText } from "@/components/annotation/story/marked-text.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { itemFromDocument } from "@/lib/domain/annotation/documents/item-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { sourceFields, sourceLabels, storySource } from "@/lib/domain/stories/items/story-source.ts";
import { storyMarks } from "./story-marks.ts";

/**
 * All fields of an item, named as in the released format and the construction prompts, and its story with the marks.
 */
export function ItemFields({ document, imported }: { document: KsteDocument; imported: KsteItem }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <div className="reading min-w-0 whitespace-pre-wrap wrap-anywhere">
        <MarkedText text={document.story} layers={storyMarks(document)} />
      </div>
      <DescriptionList
        entries={[...kindFields(itemFromDocument(document, imported)), ...sourceEntries(imported)].map(renderField)}
      />
    </div>
  );
}

function renderField([term, value]: [string, string | null]) {
  return {
    key: term,
    term,
    value:
      value === null || value === "" ? (
        <span className="text-ink-soft">not stated</span>
      ) : (
        <span className="whitespace-pre-wrap wrap-anywhere">{value}</span>
      ),
  };
}

/** The source of the story, as far as it is known. */
function sourceEntries(imported: KsteItem): [string, string | null][] {
  const source = storySource(imported);
  return sourceFields.flatMap((field) =>
    source[field] === undefined ? [] : [[`${sourceLabels[field]} of the story`, source[field]]],
  );
}

/** The fields of an item, which depend on its kind (Yang et al. 2026, appendix A.2), without the story. */
function kindFields(item: KsteItem): [string, string | null][] {
  const values: Readonly<Record<string, unknown>> = { ...item };
  const fields = storyKinds[item.kind].itemFields.map(([name, label]): [string, string | null] => {
    const value = values[name];
    return [label, typeof value === "string" ? value : null];
  });
  return [...fields, ["Source ID", item.sourceId]];
}
