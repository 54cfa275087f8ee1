"use client";

import { ErrorPage } from "./error-page.tsx";
import "./globals.css";

/** Replaces the whole document when even the root layout fails. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong · Parallax</title>
      </head>
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
