import { estimateStat } from "@/components/charts/estimate.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { Agreement, Limits } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatKappa } from "@/lib/domain/results/figures/format-kappa.ts";
import { FigureItems } from "./figure-items.tsx";

const withoutInterval = "descriptive, without an interval";

/** The agreement of people who judged the same items. Each figure shows its number of items. */
export function AgreementStats({ agreement, sharedHref }: { agreement: Agreement; sharedHref: string }) {
  const { kappa, alpha, raw, spans, byVerdict } = agreement;
  if (agreement.items === 0) {
    return <p className="text-ink-soft">No item was finished by two people. Set two annotators for each item.</p>;
  }
  const figure = formatKappa(kappa ?? { kappa: null, se: null });
  return (
    <Stats>
      <Stat
        label="Same verdict, mean share of agreeing pairs"
        {...estimateStat(coefficient(raw, agreement.rawLimits))}
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
        {...estimateStat(
          coefficient(
            alpha.alpha,
            agreement.alphaLimits,
            alpha.alpha === null ? "only one verdict occurs" : agreement.alphaLimits.reason,
          ),
        )}
        n={
          <>
            {formatNumberOf(alpha.nUnits, "item")}
            <FigureItems href={sharedHref}>show these items</FigureItems>
          </>
        }
      />
      {byVerdict.map((row) => (
        <Stat
          key={row.verdict}
          label={`Alpha, “${row.verdict}” or not`}
          {...estimateStat(coefficient(row.alpha, row, row.reason))}
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
        {...estimateStat(coefficient(spans.meanIou, { low: null, high: null }, withoutInterval))}
        n={
          <>
            {formatNumberOf(spans.pairs, "pair")} on {formatNumberOf(spans.items, "item")}
            <FigureItems href={sharedHref}>show the items of two or more people</FigureItems>
          </>
        }
        note={spans.notComparable > 0 ? `${spans.notComparable} pairs with different texts are excluded` : undefined}
      />
    </Stats>
  );
}

/** Formats a coefficient without its number of items, which is shown next to it as a link. */
function coefficient(value: number | null | undefined, limits: Limits, reason?: string | null) {
  return describeEstimate({ value: value ?? null, ...limits, reason }, "", { unit: "number", decimals: 2 });
}
