"use client";

import { ErrorPage } from "../error-page.tsx";

export default function ErrorBoundary(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorPage {...props} />;
}
