import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the application, used for all links to pages. It disables Next's prefetching of visible links: pages
 * depend entirely on their data, so a prefetch would contain only the name of the page.
 */
export function AppLink(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
