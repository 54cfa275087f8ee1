/** States what the character cannot know. The line stays visible while the texts are scrolled. */
export function KnowledgeLine({ character, knowledge }: { character: string; knowledge: string }) {
  return (
    <p className="sticky top-(--bar,3.5rem) z-20 mb-3 line-clamp-3 border-l-3 border-good bg-paper py-1 pl-3 text-lg leading-snug [@media(max-height:30rem)]:static">
      <strong className="font-semibold">{character || "The character"}</strong> cannot know
      {knowledge === "" ? " what is marked as the knowledge." : ": "}
      {knowledge !== "" && <Quoted text={knowledge.trim()} />}
    </p>
  );
}

/** The text in quotation marks. Knowledge that consists of several quotations keeps its own quotation marks. */
function Quoted({ text }: { text: string }) {
  const bare = text.replace(/^["“](.*)["”]$/su, "$1");
  return /["“”]/u.test(bare) ? <span className="font-serif">{text}</span> : <q className="font-serif">{bare}</q>;
}
