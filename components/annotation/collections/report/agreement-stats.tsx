import { Link } from "@/components/ui/navigation/link.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { Agreement, Limits } from "@/lib/domain/annotation/figures/prepare-numbers.ts";
import { formatNumber, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatKappa } from "@/lib/domain/results/figures/format-kappa.ts";
import { FigureItems } from "./figure-items.tsx";

const withoutInterval = "describes these items, without an interval";

/** The agreement of people who judged the same items, each figure with its number of items. */
export function AgreementStats({ agreement, sharedHref }: { agreement: Agreement; sharedHref: string }) {
  const { kappa, alpha, raw, spans, byVerdict } = agreement;
  if (agreement.items === 0) {
    return <p className="text-ink-soft">No item was finished by two people; set two annotators for each item.</p>;
  }
  const two = (value: number | null | undefined) =>
    value === null || value === undefined ? null : formatNumber(value, 2);
  const limits = ({ low, high }: Limits) =>
    low === null || high === null ? undefined : `${formatNumber(low, 2)} to ${formatNumber(high, 2)} (95%)`;
  const figure = formatKappa(kappa ?? { kappa: null, se: null });
  return (
    <Stats>
      <Stat
        label="Same verdict, mean share of agreeing pairs"
        value={two(raw)}
        interval={limits(agreement.rawLimits)}
        n={
          <Link href={sharedHref} prefetch={false}>
            {formatNumberOf(agreement.items, "item")} of two or more people
          </Link>
        }
      />
      <Stat
        label="Cohen’s kappa"
        value={figure.value}
        n={
          <>
            first against second copy, n = {formatNumberOf(kappa?.n ?? 0, "item")}
            <FigureItems href={sharedHref}>show these items</FigureItems>
          </>
        }
        interval={figure.interval ?? undefined}
        note={figure.reason ?? undefined}
      />
      <Stat
        label="Krippendorff’s alpha"
        value={two(alpha.alpha)}
        n={
          <>
            {formatNumberOf(alpha.nUnits, "item")}
            <FigureItems href={sharedHref}>show these items</FigureItems>
          </>
        }
        interval={limits(agreement.alphaLimits)}
        note={alpha.alpha === null ? "only one verdict occurs" : undefined}
      />
      {byVerdict.map((row) => (
        <Stat
          key={row.verdict}
          label={`Alpha, “${row.verdict}” or not`}
          value={two(row.alpha)}
          interval={limits(row)}
          n={
            <>
              given {formatNumberOf(row.given, "time")}
              <FigureItems href={sharedHref}>show the items of two or more people</FigureItems>
            </>
          }
        />
      ))}
      <Stat
        label="Overlap of marked errors (IoU)"
        value={two(spans.meanIou)}
        n={
          <>
            {formatNumberOf(spans.pairs, "pair")} on {formatNumberOf(spans.items, "item")}
            <FigureItems href={sharedHref}>show the items of two or more people</FigureItems>
          </>
        }
        note={[
          ...(spans.meanIou === null ? [] : [withoutInterval]),
          ...(spans.notComparable > 0 ? [`${spans.notComparable} ended with different texts and are excluded`] : []),
        ].join("; ")}
      />
    </Stats>
  );
}
