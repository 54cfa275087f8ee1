import { Button } from "@/components/ui/forms/button.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { FieldName } from "@/lib/domain/items/kinds/story-kind.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { Anchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { followText } from "@/lib/domain/stories/anchors/follow-edit.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";

/**
 * The fields of a generated version that differ from the current text, except the story. Each shows the current value
 * and has a button that applies the generated one.
 */
export function CandidateFields({
  mine,
  theirs,
  isReadOnly,
  dispatch,
  say,
}: {
  mine: KsteDocument;
  theirs: KsteDocument;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
  say: (text: string) => void;
}) {
  const fields = compareFields(mine, theirs);
  const marks = compareMarks(mine, theirs);
  if (fields.length === 0 && marks === null) return null;
  return (
    <ul aria-label="Fields of this version" className="grid gap-3">
      {fields.map(({ name, label, now, offered }) => (
        <li key={name} className="grid gap-1 rounded-md border border-rule p-3 text-sm">
          <strong className="font-medium">{label}</strong>
          {now !== "" && <del className="text-ink-soft wrap-anywhere">{now}</del>}
          <ins className="wrap-anywhere">{offered}</ins>
          <div>
            <Button
              size="small"
              disabled={isReadOnly}
              aria-label={`Apply: ${label}`}
              onClick={() => {
                dispatch({ does: "rewrite", field: name, text: offered });
                say(`Applied: ${label}.`);
              }}
            >
              Apply
            </Button>
          </div>
        </li>
      ))}
      {marks !== null && (
        <li className="grid gap-1 rounded-md border border-rule p-3 text-sm">
          <strong className="font-medium">Marks</strong>
          {marks.found.map(({ id, role, text }) => (
            <span key={id} className="wrap-anywhere">
              {role}: “{text}”
            </span>
          ))}
          {marks.missing > 0 && (
            <span className="text-ink-soft">
              {marks.found.length === 0 ? "None" : `${marks.found.length} of ${marks.found.length + marks.missing}`} of
              its marks are in your text; apply the changes of the story first to get all marks.
            </span>
          )}
          <div>
            <Button
              size="small"
              disabled={isReadOnly || marks.found.length === 0}
              aria-label="Apply: marks"
              onClick={() => {
                dispatch({ does: "take-anchors", anchors: marks.found });
                say("The marks of this version are applied. Undo restores yours.");
              }}
            >
              Apply
            </Button>
          </div>
        </li>
      )}
    </ul>
  );
}

/**
 * The text fields that differ between two versions, except the story. Fields that are empty in `theirs` are omitted.
 */
export function compareFields(
  mine: KsteDocument,
  theirs: KsteDocument,
): { name: FieldName; label: string; now: string; offered: string }[] {
  if (mine.kind !== theirs.kind) return [];
  return storyKinds[mine.kind].fields.flatMap(({ name, label }) => {
    const [now, offeredText] = [mine, theirs].map((one) => (one[name as keyof KsteDocument] as string | null) ?? "");
    return now === undefined || !offeredText || now === offeredText ? [] : [{ name, label, now, offered: offeredText }];
  });
}

/**
 * The marks of a version, mapped to the current text, with the number of marks whose words the current text lacks; null
 * if the marks are the same.
 */
export function compareMarks(mine: KsteDocument, theirs: KsteDocument): { found: Anchor[]; missing: number } | null {
  if (theirs.anchors.length === 0) return null;
  const { anchors } = followText({ story: parseWords(theirs.story), anchors: [...theirs.anchors] }, mine.story);
  const found = anchors.filter(({ damage, start, end }) => damage === null && start < end);
  const serialisePositions = (list: readonly Anchor[]) =>
    canonicalJson(list.map(({ role, start, end }) => ({ role, start, end })));
  return serialisePositions(found) === serialisePositions(mine.anchors)
    ? null
    : { found, missing: anchors.length - found.length };
}
