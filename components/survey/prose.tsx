/** Plain text as paragraphs: a blank line parts them, a single line break stays one. Never interpreted as markup. */
export function Prose({ text, className }: { text: string; className?: string }) {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={className ?? "prose"}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a fixed text never change places
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
