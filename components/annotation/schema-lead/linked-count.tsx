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
