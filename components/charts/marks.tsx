/**
 * The marks of people and models. They differ in shape and colour: the majority vote is a dot, the mean person a ring,
 * a model a diamond. `x` and `y` are SVG lengths ("12.5%", 40).
 */
interface MarkProps {
  x: string | number;
  y: string | number;
  /** Whether the mark has a faint colour, because it is only a reference. */
  isFaint?: boolean;
}

export function MajorityMark({ x, y, isFaint = false }: MarkProps) {
  return (
    <circle
      cx={x}
      cy={y}
      r={5}
      fill="var(--people)"
      stroke="var(--surface)"
      strokeWidth={1}
      opacity={isFaint ? 0.55 : 1}
    />
  );
}

export function PersonMark({ x, y }: MarkProps) {
  return <circle cx={x} cy={y} r={4} fill="var(--surface)" stroke="var(--people)" strokeWidth={2} />;
}

export function ModelMark({ x, y }: MarkProps) {
  return (
    // A nested SVG element, because a rotated square cannot be positioned in per cent.
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <path d="M0-6 6 0 0 6-6 0Z" fill="var(--models)" stroke="var(--surface)" strokeWidth={1} />
    </svg>
  );
}

/** A horizontal interval. */
export function Interval({
  low,
  high,
  y,
  side,
}: {
  low: string;
  high: string;
  y: string | number;
  side: "people" | "models";
}) {
  return (
    <line
      x1={low}
      x2={high}
      y1={y}
      y2={y}
      stroke={`var(--${side})`}
      strokeWidth={3}
      strokeLinecap="round"
      opacity={0.45}
    />
  );
}
