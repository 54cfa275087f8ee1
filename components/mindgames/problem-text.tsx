/** Premise and hypothesis as shown to a reader. */
export function ProblemText({ premise, hypothesis }: { premise: string; hypothesis: string }) {
  return (
    <div className="reading grid gap-3">
      <p>{premise}</p>
      <p className="border-l-3 border-ink pl-4 font-semibold">{hypothesis}</p>
    </div>
  );
}
