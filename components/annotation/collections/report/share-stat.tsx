import { Stat } from "@/components/ui/stat.tsx";
import type { CountedShare } from "@/lib/domain/annotation/figures/prepare-numbers.ts";
import { formatCount, formatInterval, formatShare } from "@/lib/domain/format/figures.ts";
import { FigureItems } from "./figure-items.tsx";

/** A share with its interval and n; a dash without data. */
export function ShareStat({
  label,
  share,
  of,
  href,
}: {
  label: string;
  share: CountedShare;
  of: string;
  href?: string;
}) {
  return (
    <Stat
      label={label}
      value={share.n === 0 ? null : formatShare(share.estimate)}
      interval={share.n === 0 ? undefined : `95% CI ${formatInterval(share)}`}
      n={
        <>
          {formatCount(share.k)} of {formatCount(share.n)} {of}
          {href && share.k > 0 && <FigureItems href={href}>show these items</FigureItems>}
        </>
      }
    />
  );
}
