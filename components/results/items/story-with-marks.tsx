import clsx from "clsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { StoryPiece } from "@/lib/domain/results/model/story-marks.ts";

/** The story of an item with all marks and quotations by people and models, each with its author. */
export function StoryWithMarks({ pieces }: { pieces: readonly StoryPiece[] }) {
  const isMarked = pieces.some((piece) => isMark(piece));
  return (
    <div className="grid gap-3">
      {isMarked && (
        <p className="text-sm text-ink-soft">
          Shaded: marked or quoted by people. Underlined: by models. Dotted: the error according to the key. Each mark
          shows its author.
        </p>
      )}
      <div className="reading text-base whitespace-pre-line">
        {pieces.map((piece, index) =>
          isMark(piece) ? (
            <mark
              // The parts are identified by their order in the text.
              // biome-ignore lint/suspicious/noArrayIndexKey: the story is read-only.
              key={index}
              title={describeMark(piece)}
              className={clsx(
                "text-ink",
                piece.people > 0 ? "bg-people-wash" : "bg-transparent",
                piece.models.length > 0 && "border-b-2 border-models",
                piece.isKey && "outline-1 outline-dotted outline-edge",
              )}
            >
              {piece.text}
              <span className="sr-only"> ({describeMark(piece)})</span>
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the story is read-only.
            <span key={index}>{piece.text}</span>
          ),
        )}
      </div>
    </div>
  );
}

function isMark({ people, models, isKey }: StoryPiece): boolean {
  return people > 0 || models.length > 0 || isKey;
}

function describeMark({ people, models, isKey }: StoryPiece): string {
  return [
    people > 0 ? `marked by ${formatNumberOf(people, "person", "people")}` : "",
    models.length > 0 ? `by ${models.join(", ")}` : "",
    isKey ? "marked by the key" : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}
