"use client";

import { useEffect, useRef, useState } from "react";
import { Callout } from "./callout.tsx";

type SwaggerUi = (options: Record<string, unknown>) => unknown;

/** Renders the OpenAPI document with Swagger UI. Nothing is loaded from other sites. */
export function ApiReference() {
  const holder = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/help/api/swagger-ui.css";
    const script = document.createElement("script");
    script.src = "/help/api/swagger-ui-bundle.js";
    script.onload = () => {
      const swaggerUi = (window as unknown as { SwaggerUIBundle?: SwaggerUi }).SwaggerUIBundle;
      swaggerUi?.({ url: "/openapi.json", domNode: holder.current, docExpansion: "none", validatorUrl: null });
    };
    script.onerror = () => setHasFailed(true);
    document.head.append(style, script);
    return () => {
      style.remove();
      script.remove();
    };
  }, []);
  return (
    <>
      {hasFailed && (
        <Callout tone="warn" title="The reference could not be loaded">
          Reload the page to try again.
        </Callout>
      )}
      <noscript>The reference needs JavaScript; the OpenAPI document above does not.</noscript>
      {/* Swagger UI supports only one colour scheme. */}
      <div ref={holder} className="rounded-lg bg-white text-black" />
    </>
  );
}
