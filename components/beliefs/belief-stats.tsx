import { estimateStat } from "@/components/charts/estimate.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { ParticipantScore, ShareScore } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { minKnownShare } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { describeEstimate, formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
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
  const comparedModels = models.filter(({ score }) => score.enters);
  const onlyOverall = comparedModels[0]?.score.overall;
  const rates = comparedModels.flatMap(({ score }) => (score.overall.rate === null ? [] : [score.overall.rate]));
  const fillerScores = models.flatMap(({ score: { fillers } }) => (fillers.share === null ? [] : [fillers]));
  const onlyFillerScore = fillerScores.length === 1 ? fillerScores[0] : undefined;
  return (
    <div className="mb-10">
      <Stats>
        {people && (
          <Stat
            side="people"
            label="Context-following rate of people"
            {...estimateStat(
              describeEstimate(
                {
                  ...people.score.overall,
                  value: people.score.overall.rate,
                  reason: explainMissingInterval(people.score.overall),
                },
                `${formatNumberOf(people.score.overall.context + people.score.overall.memory, "decided pair")} of ${formatNumberOf(people.score.participants, "person", "people")}`,
              ),
            )}
          />
        )}
        {people && people.score.fillers.answers > 0 && (
          <ShareStat label="Correct answers of people after true assertions" score={people.score.fillers} />
        )}
        {people && hasUnsure(people.score) && (
          <>
            <ShareStat
              label="“I do not know” answers of people, without an expression"
              score={people.score.unsure.prior}
            />
            <ShareStat
              label="“I do not know” answers of people, after an expression"
              score={people.score.unsure.shown}
            />
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
            value={formatCount(comparedModels.length)}
            n={`of ${formatCount(models.length)}; the others know under ${minKnownShare * 100}%`}
          />
        )}
        {rates.length > 0 && (
          <Stat
            side="models"
            label="Context-following rate of models"
            {...(onlyOverall && rates.length === 1
              ? estimateStat(
                  describeEstimate(
                    { ...onlyOverall, value: onlyOverall.rate, reason: explainMissingInterval(onlyOverall) },
                    `${formatNumberOf(onlyOverall.context + onlyOverall.memory, "decided pair")} of one model`,
                  ),
                )
              : rangeStat(rates))}
          />
        )}
        {fillerScores.length > 0 && (
          <Stat
            side="models"
            label="Correct answers of models after true assertions"
            {...(onlyFillerScore
              ? estimateStat(
                  describeEstimate(
                    {
                      ...onlyFillerScore,
                      value: onlyFillerScore.share,
                      reason: explainMissingInterval(onlyFillerScore),
                    },
                    `${formatNumberOf(onlyFillerScore.answers, "answer")} of one model`,
                  ),
                )
              : rangeStat(fillerScores.map(({ share }) => share ?? 0)))}
          />
        )}
      </Stats>
    </div>
  );
}

function hasUnsure({ unsure }: ParticipantScore): boolean {
  return (unsure.prior.share ?? 0) + (unsure.shown.share ?? 0) > 0;
}

/** A statistic with a share of people's answers in per cent and an interval over people. */
function ShareStat({ label, score }: { label: string; score: ShareScore }) {
  return (
    <Stat
      side="people"
      label={label}
      {...estimateStat(
        describeEstimate(
          { ...score, value: score.share, reason: explainMissingInterval(score) },
          formatNumberOf(score.answers, "answer"),
        ),
      )}
    />
  );
}

function explainMissingInterval({ low }: { low: number | null }): string | null {
  return low === null ? "no interval: too few clusters, or no spread" : null;
}

/** The range of the shares of several models, from the smallest to the largest. */
function rangeStat(shares: readonly number[]): { value: string; n: string } {
  return {
    value: `${formatPlanned(Math.min(...shares), 0)} to ${formatPlanned(Math.max(...shares), 0)}`,
    n: `minimum and maximum of ${formatCount(shares.length)} models`,
  };
}
