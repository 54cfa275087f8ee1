/** The logo: one object seen from two positions. It is decorative, because the name is next to it. */
export function Mark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      className={`keep-colour shrink-0 ${className ?? ""}`}
    >
      <circle cx="12.5" cy="16" r="9" stroke="var(--people)" strokeWidth="2.5" />
      <circle cx="19.5" cy="16" r="9" stroke="var(--models)" strokeWidth="2.5" />
      <circle cx="16" cy="16" r="2.25" fill="var(--ink)" />
    </svg>
  );
}

/** The logo and the name, as in page headers. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-2 font-serif text-xl leading-none tracking-tight ${className ?? ""}`}
    >
      <Mark size={28} />
      Parallax
    </span>
  );
}
