const item = { x: 260, y: 262 };
const radius = 196;
const people = { x: 116, y: 452 };
const models = { x: 404, y: 452 };

/**
 * Illustrates the name: two observers see one object at two positions of a scale behind it, and the arc between these
 * positions is the parallax. It shows no data.
 */
export function ParallaxFigure() {
  const peopleSee = seenFrom(people);
  const modelsSee = seenFrom(models);
  return (
    <figure className="mx-auto w-full max-w-[34rem]">
      <svg
        role="img"
        aria-label="Drawing: lines from two observers, people and models, cross at one item and meet the scale behind it at two places. The arc between them is the difference."
        viewBox="0 -8 520 518"
        fill="none"
        className="keep-colour block w-full font-serif"
      >
        <path d={arc(-156, -24, radius)} stroke="var(--edge)" />
        <path d={arc(-156, -24, radius + 30)} stroke="var(--rule)" />
        {ticks.map(({ angle, length }) => {
          const from = onScale(angle, radius);
          const to = onScale(angle, radius + length);
          return <path key={angle} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--edge)" strokeWidth="0.9" />;
        })}
        <path d={arc(modelsSee.angle, peopleSee.angle, radius + 46)} stroke="var(--ink)" strokeWidth="1.25" />
        <path d={bracketEnd(modelsSee.angle)} stroke="var(--ink)" strokeWidth="1.25" />
        <path d={bracketEnd(peopleSee.angle)} stroke="var(--ink)" strokeWidth="1.25" />
        <text x={item.x} y="14" textAnchor="middle" fill="var(--ink)" className="text-[17px] italic max-sm:text-[25px]">
          the difference
        </text>

        <path d={`M${people.x} ${people.y}L${peopleSee.x} ${peopleSee.y}`} stroke="var(--people)" strokeWidth="1.75" />
        <path d={`M${models.x} ${models.y}L${modelsSee.x} ${modelsSee.y}`} stroke="var(--models)" strokeWidth="1.75" />
        <circle cx={peopleSee.x} cy={peopleSee.y} r="6.5" fill="var(--paper)" stroke="var(--people)" strokeWidth="2" />
        <circle cx={modelsSee.x} cy={modelsSee.y} r="6.5" fill="var(--paper)" stroke="var(--models)" strokeWidth="2" />

        <circle cx={item.x} cy={item.y} r="22" fill="var(--paper)" />
        <circle cx={item.x - 3.5} cy={item.y} r="14" stroke="var(--people)" strokeWidth="1.75" />
        <circle cx={item.x + 3.5} cy={item.y} r="14" stroke="var(--models)" strokeWidth="1.75" />
        <circle cx={item.x} cy={item.y} r="3.5" fill="var(--ink)" />
        <text x={item.x + 34} y={item.y + 6} fill="var(--ink)" className="text-[17px] italic max-sm:text-[25px]">
          one item
        </text>

        <path d="M44 452H476" stroke="var(--rule)" />
        <circle cx={people.x} cy={people.y} r="10" fill="var(--people)" />
        <rect
          x={models.x - 9}
          y={models.y - 9}
          width="18"
          height="18"
          fill="var(--models)"
          transform={`rotate(45 ${models.x} ${models.y})`}
        />
        <text
          x={people.x}
          y="490"
          textAnchor="middle"
          fill="var(--people-ink)"
          className="text-[19px] max-sm:text-[28px]"
        >
          people
        </text>
        <text
          x={models.x}
          y="490"
          textAnchor="middle"
          fill="var(--models-ink)"
          className="text-[19px] max-sm:text-[28px]"
        >
          models
        </text>
      </svg>
    </figure>
  );
}

/** Degrees on a compass card turned to the right: -90 is straight up. */
function onScale(angle: number, distance: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: round(item.x + distance * Math.cos(turn)), y: round(item.y + distance * Math.sin(turn)) };
}

/** The position on the scale where an observer at this point sees the item. */
function seenFrom(observer: { x: number; y: number }): { x: number; y: number; angle: number } {
  const angle = (Math.atan2(item.y - observer.y, item.x - observer.x) * 180) / Math.PI;
  return { ...onScale(angle, radius), angle };
}

function arc(from: number, to: number, distance: number): string {
  const start = onScale(from, distance);
  const end = onScale(to, distance);
  return `M${start.x} ${start.y}A${distance} ${distance} 0 0 1 ${end.x} ${end.y}`;
}

function bracketEnd(angle: number): string {
  const from = onScale(angle, radius + 39);
  const to = onScale(angle, radius + 53);
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

/** Rounded, because server and browser must produce the same digits. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const ticks = Array.from({ length: 67 }, (_, step) => ({
  angle: -156 + step * 2,
  length: step % 11 === 0 ? 30 : step % 11 === 5 ? 20 : 10,
}));
