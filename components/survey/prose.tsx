import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { studyText } from "./study-text.ts";

/**
 * Plain text as paragraphs, which are separated by a blank line; a single line break is kept, as in a model's prompt.
 * Each paragraph has the direction of its own script. Never interpreted as markup.
 *
 * @param say given for a custom text of the study, whose language is declared if the surrounding text has another one
 */
export function Prose({ text, className, say }: { text: string; className?: string; say?: Say }) {
  const paragraphs = text.split(/\r?\n[^\S\n]*\r?\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={className ?? "prose"}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a fixed text never change their order
        <p key={index} {...(say ? studyText(say, paragraph) : { dir: "auto" })}>
          {paragraph.replace(/^\n+|\s+$/g, "")}
        </p>
      ))}
    </div>
  );
}
