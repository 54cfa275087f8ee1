import { Check, Minus, X } from "lucide-react";

/** An answer with whether the key agrees: a tick, a cross, or a dash where nothing can be said. */
export function Verdict({ word, isRight }: { word: string; isRight: boolean | null }) {
  const {
    icon: Icon,
    style,
    says,
  } = isRight === null
    ? { icon: Minus, style: "text-ink-soft", says: "not decided" }
    : isRight
      ? { icon: Check, style: "text-good", says: "right" }
      : { icon: X, style: "text-bad", says: "wrong" };
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${style}`} />
      {word}
      <span className="sr-only">, {says}</span>
    </span>
  );
}
