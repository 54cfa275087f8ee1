/**
 * Plain text as paragraphs: a blank line parts them, a single line break stays one, as in a model's prompt. Each
 * paragraph is written in the direction of its own script. Never interpreted as markup.
 */
export function Prose({ text, className }: { text: string; className?: string }) {
  const paragraphs = text.split(/\r?\n[^\S\n]*\r?\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={className ?? "prose"}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a fixed text never change places
        <p key={index} dir="auto">
          {paragraph.replace(/^\n+|\s+$/g, "")}
        </p>
      ))}
    </div>
  );
}
