import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { ParticipantScore, ShareScore } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { minKnownShare } from "@/lib/domain/beliefs/scoring/model-score.ts";
import {
  formatCount,
  formatInterval,
  formatNumberOf,
  formatPercent,
  formatShare,
} from "@/lib/domain/format/figures.ts";
import type { BeliefPeopleView } from "./people-view.ts";

/** The four numbers above the heatmap. */
export function BeliefStats({
  observers,
  people,
}: {
  observers: readonly Observer[];
  people: BeliefPeopleView | null;
}) {
  const models = observers.filter(({ side }) => side === "models");
  const entering = models.filter(({ score }) => score.enters);
  const only = entering[0]?.score.overall;
  const rates = entering.flatMap(({ score }) => (score.overall.rate === null ? [] : [score.overall.rate]));
  const told = models.flatMap(({ score: { fillers } }) => (fillers.share === null ? [] : [fillers]));
  const onlyTold = told.length === 1 ? told[0] : undefined;
  return (
    <div className="mb-10">
      <Stats>
        {people && (
          <Stat
            side="people"
            label="People follow the expression"
            value={people.score.overall.rate === null ? null : formatPercent(people.score.overall.rate)}
            unit="%"
            interval={limitsOf(people.score.overall)}
            n={`${formatNumberOf(people.score.overall.context + people.score.overall.memory, "decided pair")} of ${formatNumberOf(people.score.participants, "person", "people")}`}
          />
        )}
        {people && people.score.fillers.answers > 0 && (
          <Stat
            side="people"
            label="People right after true assertions"
            value={people.score.fillers.share === null ? null : formatPercent(people.score.fillers.share)}
            unit="%"
            interval={limitsOf(people.score.fillers)}
            n={formatNumberOf(people.score.fillers.answers, "answer")}
          />
        )}
        {people && hasUnsure(people.score) && (
          <>
            <ShareStat label="People who do not know, without an expression" score={people.score.unsure.prior} />
            <ShareStat label="People who do not know, after an expression" score={people.score.unsure.shown} />
          </>
        )}
        {people && people.score.confidence.prior.answers + people.score.confidence.shown.answers > 0 && (
          <>
            <ShareStat label="Confidence of people, without an expression" score={people.score.confidence.prior} />
            <ShareStat label="Confidence of people, after an expression" score={people.score.confidence.shown} />
          </>
        )}
        {models.length > 0 && (
          <Stat
            side="models"
            label="Models compared"
            value={formatCount(entering.length)}
            n={`of ${formatCount(models.length)}; the others know under ${minKnownShare * 100}%`}
          />
        )}
        {rates.length > 0 && (
          <Stat
            side="models"
            label="Models follow the expression"
            value={shareOrRange(rates)}
            unit="%"
            {...(only && rates.length === 1 ? { interval: limitsOf(only) } : {})}
            n={
              only && rates.length === 1
                ? `${formatNumberOf(only.context + only.memory, "decided pair")} of one model`
                : `minimum and maximum of ${formatCount(rates.length)} models`
            }
          />
        )}
        {told.length > 0 && (
          <Stat
            side="models"
            label="Models right after true assertions"
            value={shareOrRange(told.map(({ share }) => share ?? 0))}
            unit="%"
            {...(onlyTold ? { interval: limitsOf(onlyTold) } : {})}
            n={
              onlyTold
                ? `${formatNumberOf(onlyTold.answers, "answer")} of one model`
                : `minimum and maximum of ${formatCount(told.length)} models`
            }
          />
        )}
      </Stats>
    </div>
  );
}

function hasUnsure({ unsure }: ParticipantScore): boolean {
  return (unsure.prior.share ?? 0) + (unsure.shown.share ?? 0) > 0;
}

/** A share of people's answers, in percent, with its interval over people. */
function ShareStat({ label, score }: { label: string; score: ShareScore }) {
  return (
    <Stat
      side="people"
      label={label}
      value={score.share === null ? null : formatPercent(score.share)}
      unit="%"
      interval={limitsOf(score)}
      n={formatNumberOf(score.answers, "answer")}
    />
  );
}

function limitsOf(limits: { low: number | null; high: number | null }): string {
  return limits.low === null ? "no interval: too few clusters, or no spread" : `95% interval ${formatInterval(limits)}`;
}

/** A single share, or the minimum and maximum of several, in per cent. */
function shareOrRange(shares: readonly number[]): string {
  const [only] = shares;
  if (shares.length === 1 && only !== undefined) return formatShare(only);
  return `${formatPercent(Math.min(...shares), 0)} to ${formatPercent(Math.max(...shares), 0)}`;
}
