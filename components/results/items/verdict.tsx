import { Sign } from "../../ui/signs.tsx";

const undecided = { sign: "undecided", style: "size-4 text-ink-soft", says: "not decided" } as const;
const right = { sign: "right", style: "size-4 text-good", says: "right" } as const;
const wrong = { sign: "wrong", style: "size-4 text-bad", says: "wrong" } as const;

/** Shows whether an answer is right: a tick, a cross, or a dash if the item has no key. */
export function AnswerVerdict({ word, isRight }: { word: string; isRight: boolean | null }) {
  const { sign, style, says } = isRight === null ? undecided : isRight ? right : wrong;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Sign name={sign} className={style} />
      {word}
      <span className="sr-only">{`, ${says}`}</span>
    </span>
  );
}
