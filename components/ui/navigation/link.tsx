import clsx from "clsx";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "../forms/button-style.ts";
import { AppLink } from "./app-link.tsx";

type AppLinkProps = ComponentProps<typeof AppLink>;

/** A link in running text. It is always underlined, so that no one depends on its colour. */
export function Link({ className, ...rest }: AppLinkProps) {
  return (
    <AppLink
      className={clsx(
        "text-ink underline decoration-edge decoration-1 underline-offset-[0.2em] transition-colors hover:decoration-current hover:decoration-2",
        className,
      )}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({
  look,
  size,
  className,
  ...rest
}: AppLinkProps & { look?: ButtonVariant; size?: ButtonSize }) {
  return <AppLink className={buttonStyle(look, size, className)} {...rest} />;
}
