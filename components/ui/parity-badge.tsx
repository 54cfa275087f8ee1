import { Badge } from "@/components/ui/badge.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { Sign } from "./signs.tsx";

const parityWords = {
  verified: { tone: "good", sign: "same-text", word: "Same text, verified" },
  mismatch: { tone: "bad", sign: "other-text", word: "Different text" },
  unverified: { tone: "warn", sign: "unverified-text", word: "Text not verified" },
} as const;

/** Shows whether a model received the same text as people. The symbol and the text do not depend on colour. */
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

/**
 * The parity badges for the answers of a model that are compared. The number of unverified answers is always shown if
 * there are any.
 */
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

/** The symbol for a table cell. For verified answers, nothing is shown. */
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
