import { Badge } from "@/components/ui/badge.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { Sign } from "./signs.tsx";

const parityWords = {
  verified: { tone: "good", sign: "same-text", word: "Same text, verified" },
  mismatch: { tone: "bad", sign: "other-text", word: "Different text" },
  unverified: { tone: "warn", sign: "unverified-text", word: "Text not verified" },
} as const;

/** Whether a model was shown the same text as people, as a symbol and text, so that colour is not needed. */
export function ParityBadge({ parity, count }: { parity: Parity; count?: number }) {
  const { tone, sign, word } = parityWords[parity];
  return (
    <Badge tone={tone}>
      <Sign name={sign} className="size-3.5" />
      {word}
      {count !== undefined && <span className="tabular-nums">{formatCount(count)}</span>}
    </Badge>
  );
}

/** The parity badges of a model's compared answers. Unverified answers are always shown, with their number. */
export function ParityBadges({ parity }: { parity: Record<Parity, number> }) {
  const total = parity.verified + parity.mismatch + parity.unverified;
  if (total === 0) return null;
  return (
    <>
      {parity.mismatch > 0 && <ParityBadge parity="mismatch" count={parity.mismatch} />}
      {parity.unverified > 0 && <ParityBadge parity="unverified" count={parity.unverified} />}
      {parity.verified > 0 && (
        <ParityBadge parity="verified" {...(parity.verified === total ? {} : { count: parity.verified })} />
      )}
    </>
  );
}

/** The symbol alone, for a table cell. Empty for a verified answer. */
export function ParityMark({ parity }: { parity: Parity }) {
  if (parity === "verified") return null;
  const { sign, word, tone } = parityWords[parity];
  return (
    <span className={tone === "bad" ? "text-bad" : "text-warn"} title={word}>
      <Sign name={sign} className="inline size-4 align-[-0.15em]" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
