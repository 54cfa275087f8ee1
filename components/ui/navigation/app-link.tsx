import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the application, the one that every other is made of. Next would ask the server ahead about each link in
 * sight; pages here depend on their data as a whole, so all that the answers could hold is the name of the page.
 */
export function AppLink(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
