import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";

/** Draws one person in one world, in a box of 26 by 26: a face with or without mud, thirsty or not, or a card. */
export function PersonDrawing({ setup, fact }: { setup: Setup; fact: boolean }) {
  if (setup === "explicit") return <CardFigure isRed={fact} />;
  const isThirsty = setup === "internal" && fact;
  return (
    <g>
      <circle cx="13" cy="14" r="9.6" fill="var(--surface)" stroke="var(--ink)" strokeWidth="1.4" />
      <circle cx="9.7" cy="13.6" r="1.25" fill="var(--ink)" />
      <circle cx="16.3" cy="13.6" r="1.25" fill="var(--ink)" />
      {isThirsty ? (
        <>
          <path d="M9.6 17.2h6.8a3.4 3.4 0 0 1-6.8 0Z" fill="var(--ink)" />
          <path
            d="M11.4 18.2h3.2v3.3a1.6 1.6 0 0 1-3.2 0Z"
            fill="var(--red-card)"
            stroke="var(--ink)"
            strokeWidth="0.7"
          />
          <path d="M22.4 3.2c1.7 2.2 2.5 3.5 2.5 4.7a2.5 2.5 0 0 1-5 0c0-1.2.8-2.5 2.5-4.7Z" fill="var(--ink)" />
        </>
      ) : (
        <path d="M10 18.2q3 2.4 6 0" fill="none" stroke="var(--ink)" strokeWidth="1.4" strokeLinecap="round" />
      )}
      {setup !== "internal" && fact && (
        <g fill="var(--mud)">
          <path d="M8.2 9.9c-.9-.5-1.2-1.7-.5-2.5.5-.6 1.3-.5 1.8-.9.6-.5.6-1.3 1.5-1.7 1-.4 1.7.3 2.6.2.9-.1 1.6-.7 2.5-.3.8.4.8 1.3 1.3 1.8.5.4 1.3.3 1.6 1 .4.9-.2 1.8-1 2.2-.8.3-1.1-.3-1.7-.1-.7.2-.6 1.6-1.4 1.7-.9.1-.8-1.3-1.6-1.5-.6-.1-1 .5-1.6.6-.7.1-1-.6-1.6-.7-.7-.1-1.2.6-1.9.2Z" />
          <circle cx="6.3" cy="12.6" r="0.9" />
          <circle cx="19.4" cy="11.8" r="0.75" />
        </g>
      )}
    </g>
  );
}

function CardFigure({ isRed }: { isRed: boolean }) {
  return (
    <g>
      <rect
        x="4.5"
        y="2"
        width="17"
        height="22.5"
        rx="2.6"
        fill="var(--surface)"
        stroke={isRed ? "var(--red-card)" : "var(--ink)"}
        strokeWidth="1.4"
      />
      {isRed ? (
        <path d="M13 6.2 18 13.2 13 20.2 8 13.2Z" fill="var(--red-card)" />
      ) : (
        <path
          d="M13 6c1.9 3 5.4 4.8 5.4 7.8 0 2.4-2.3 3.2-4 2l.9 3.8h-4.6l.9-3.8c-1.7 1.2-4 .4-4-2C7.6 10.8 11.1 9 13 6Z"
          fill="var(--ink)"
        />
      )}
    </g>
  );
}
