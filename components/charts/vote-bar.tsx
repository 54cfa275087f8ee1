import type { Vote } from "@/lib/domain/results/model/majority.ts";

/**
 * A bar with the distribution of people's answers: one segment for each answer, in the order of the options. Right
 * answers are filled and others outlined, so the filled part of the bar is the accuracy.
 */
export function VoteBar({ vote, rightAnswers, label }: { vote: Vote; rightAnswers: readonly string[]; label: string }) {
  let start = 0;
  const segments = vote.counts
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => {
      const segment = { value, x: (100 * start) / vote.n, width: (100 * count) / vote.n };
      start += count;
      return segment;
    });
  return (
    <svg role="img" aria-label={label} width="100%" height="12" className="keep-colour block min-w-24">
      {segments.map(({ value, x, width }) => {
        const isRight = rightAnswers.includes(value);
        return (
          <rect
            key={value}
            x={`${x}%`}
            width={`${width}%`}
            y={1}
            height={10}
            fill={isRight ? "var(--people)" : "var(--people-wash)"}
            stroke="var(--people)"
            strokeWidth={1}
          />
        );
      })}
      <line x1="50%" x2="50%" y1={0} y2={12} stroke="var(--ink)" strokeDasharray="2 2" opacity={0.6} />
    </svg>
  );
}
