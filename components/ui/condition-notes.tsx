/** Explains terms in the names of conditions. Renders nothing if there are no notes. */
export function ConditionNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Conditions explained" className="mt-3 grid max-w-measure gap-0.5 text-sm text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}.</li>
      ))}
    </ul>
  );
}
