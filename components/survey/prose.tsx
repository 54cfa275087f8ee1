import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { studyText } from "./study-text.ts";

/**
 * Renders plain text as paragraphs, never as markup. Blank lines separate paragraphs. Single line breaks are kept, as
 * in a model's prompt. Each paragraph has the direction of its script.
 * @param say only for custom texts of the study, so that their language is marked if it differs from the interface
 * language
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
