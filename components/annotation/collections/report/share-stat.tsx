import { Stat } from "@/components/ui/stat.tsx";
import type { CountedShare } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { FigureItems } from "./figure-items.tsx";

/** A figure with a share, its interval and its n; a dash if there are no data. */
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
  const description = describeEstimate({ ...share, value: share.estimate }, share.n);
  return (
    <Stat
      label={label}
      value={share.n === 0 ? null : description.value}
      interval={share.n === 0 ? undefined : `95% CI ${description.interval}`}
      n={
        <>
          {formatCount(share.k)} of {formatCount(share.n)} {of}
          {href && share.k > 0 && <FigureItems href={href}>show these items</FigureItems>}
        </>
      }
    />
  );
}
