const item = { x: 260, y: 262 };
const radius = 196;
const people = { x: 116, y: 452 };
const models = { x: 404, y: 452 };

/**
 * Illustrates the name: two observers see one object at two positions of a scale behind it, and the arc between these
 * positions is the parallax. It shows no data.
 */
export function ParallaxFigure() {
  const peopleOnScale = projectOntoScale(people);
  const modelsOnScale = projectOntoScale(models);
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
          const from = pointAt(angle, radius);
          const to = pointAt(angle, radius + length);
          return <path key={angle} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--edge)" strokeWidth="0.9" />;
        })}
        <path d={arc(modelsOnScale.angle, peopleOnScale.angle, radius + 46)} stroke="var(--ink)" strokeWidth="1.25" />
        <path d={bracketEnd(modelsOnScale.angle)} stroke="var(--ink)" strokeWidth="1.25" />
        <path d={bracketEnd(peopleOnScale.angle)} stroke="var(--ink)" strokeWidth="1.25" />
        <text x={item.x} y="14" textAnchor="middle" fill="var(--ink)" className="text-[17px] italic max-sm:text-[25px]">
          the difference
        </text>

        <path
          d={`M${people.x} ${people.y}L${peopleOnScale.x} ${peopleOnScale.y}`}
          stroke="var(--people)"
          strokeWidth="1.75"
        />
        <path
          d={`M${models.x} ${models.y}L${modelsOnScale.x} ${modelsOnScale.y}`}
          stroke="var(--models)"
          strokeWidth="1.75"
        />
        <circle
          cx={peopleOnScale.x}
          cy={peopleOnScale.y}
          r="6.5"
          fill="var(--paper)"
          stroke="var(--people)"
          strokeWidth="2"
        />
        <circle
          cx={modelsOnScale.x}
          cy={modelsOnScale.y}
          r="6.5"
          fill="var(--paper)"
          stroke="var(--models)"
          strokeWidth="2"
        />

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

/** The point at an angle in degrees, clockwise from the right: -90 is straight up. */
function pointAt(angle: number, distance: number): { x: number; y: number } {
  const radians = (angle * Math.PI) / 180;
  return { x: round(item.x + distance * Math.cos(radians)), y: round(item.y + distance * Math.sin(radians)) };
}

/** The position on the scale where an observer at this point sees the item. */
function projectOntoScale(observer: { x: number; y: number }): { x: number; y: number; angle: number } {
  const angle = (Math.atan2(item.y - observer.y, item.x - observer.x) * 180) / Math.PI;
  return { ...pointAt(angle, radius), angle };
}

function arc(from: number, to: number, distance: number): string {
  const start = pointAt(from, distance);
  const end = pointAt(to, distance);
  return `M${start.x} ${start.y}A${distance} ${distance} 0 0 1 ${end.x} ${end.y}`;
}

function bracketEnd(angle: number): string {
  const from = pointAt(angle, radius + 39);
  const to = pointAt(angle, radius + 53);
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
