/** The common style of text inputs and selects. */
export const controlStyle =
  "block w-full min-w-0 rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink shadow-sm transition-colors " +
  "placeholder:text-ink-soft hover:border-ink aria-invalid:border-bad aria-invalid:border-2 " +
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft pointer-coarse:min-h-11";
