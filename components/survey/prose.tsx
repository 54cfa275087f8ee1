import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { studyText } from "./study-text.ts";

/**
 * Plain text as paragraphs: a blank line parts them, a single line break stays one, as in a model's prompt. Each
 * paragraph is written in the direction of its own script. Never interpreted as markup.
 *
 * @param say given for a text of the study's own, whose language is named where the words around it are in another
 */
export function Prose({ text, className, say }: { text: string; className?: string; say?: Say }) {
  const paragraphs = text.split(/\r?\n[^\S\n]*\r?\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={className ?? "prose"}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a fixed text never change places
        <p key={index} {...(say ? studyText(say, paragraph) : { dir: "auto" })}>
          {paragraph.replace(/^\n+|\s+$/g, "")}
        </p>
      ))}
    </div>
  );
}
