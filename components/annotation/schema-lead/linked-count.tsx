import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** A number of items that opens to them; a zero is not a link. */
export function LinkedCount({ count, href, label }: { count: number; href: string; label?: string }) {
  if (count === 0) return formatCount(count);
  return (
    <Link href={href} prefetch={false} aria-label={label}>
      {formatCount(count)}
    </Link>
  );
}

/**
 * The address of the entries of an item in which people differ about a question, in a label if one is given, or in which
 * they differ from the expected answers.
 */
export function differenceHref(
  itemHref: string,
  { field, option, from }: { field: string; option?: string | undefined; from?: "gold" },
): string {
  const search = { field, ...(option === undefined ? {} : { option }), ...(from ? { from } : {}) };
  return `${itemHref}?${new URLSearchParams(search)}#difference`;
}
