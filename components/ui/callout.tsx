import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "info" | "good" | "warn" | "bad";

const tones = {
  info: { icon: Info, style: "border-info bg-info-wash", ink: "text-info", name: "Note" },
  good: { icon: CircleCheck, style: "border-good bg-good-wash", ink: "text-good", name: "Done" },
  warn: { icon: TriangleAlert, style: "border-warn bg-warn-wash", ink: "text-warn", name: "Attention" },
  bad: { icon: CircleAlert, style: "border-bad bg-bad-wash", ink: "text-bad", name: "Problem" },
} as const;

/** A highlighted message. A word states its tone for people who cannot distinguish the colours. */
export function Callout({
  tone = "info",
  title,
  children,
  actions,
  className,
}: {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  const { icon: Icon, style, ink, name } = tones[tone];
  return (
    <div className={clsx("keep-together flex gap-3 rounded-md border-l-3 px-4 py-3", style, className)}>
      <Icon aria-hidden="true" className={clsx("mt-0.5 size-5 shrink-0", ink)} />
      <div className="grid min-w-0 max-w-measure gap-1">
        <span className="sr-only">{name}: </span>
        {title && <p className={clsx("font-semibold leading-snug", ink)}>{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}
