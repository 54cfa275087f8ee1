import clsx from "clsx";
import { Check, CircleHelp, Equal, EqualNot, type LucideIcon, Minus, X } from "lucide-react";

/** Symbols that tables repeat hundreds of times. Each symbol is defined once per page, and the cells refer to it. */
const signs = {
  right: Check,
  wrong: X,
  undecided: Minus,
  "same-text": Equal,
  "other-text": EqualNot,
  "unverified-text": CircleHelp,
} satisfies Record<string, LucideIcon>;

export type SignName = keyof typeof signs;

/** The definitions of the symbols for `Sign`. They are rendered once, in the layout. */
export function Signs() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(signs).map(([name, Drawing]) => (
        <symbol key={name} id={signId(name)} viewBox="0 0 24 24">
          <Drawing />
        </symbol>
      ))}
    </svg>
  );
}

/** A symbol. The class determines its size. The adjacent text must have the same meaning as the symbol. */
export function Sign({ name, className }: { name: SignName; className?: string }) {
  return (
    <svg aria-hidden="true" className={clsx("shrink-0", className)}>
      <use href={`#${signId(name)}`} />
    </svg>
  );
}

function signId(name: string): string {
  return `sign-${name}`;
}
