/**
 * How long the page was visible, and how often it lost the focus, since the last reset. The values are only reported.
 */
export interface Attention {
  reset(): void;
  read(): { visibleMs: number; focusLosses: number };
}

export function watchAttention(): Attention {
  let visibleMs = 0;
  let focusLosses = 0;
  let visibleSince = document.hidden ? null : performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && visibleSince !== null) {
      visibleMs += performance.now() - visibleSince;
      visibleSince = null;
    } else if (!document.hidden && visibleSince === null) {
      visibleSince = performance.now();
    }
  });
  addEventListener("blur", () => {
    focusLosses += 1;
  });
  return {
    reset: () => {
      visibleMs = 0;
      focusLosses = 0;
      visibleSince = document.hidden ? null : performance.now();
    },
    read: () => ({
      visibleMs: Math.round(visibleMs + (visibleSince === null ? 0 : performance.now() - visibleSince)),
      focusLosses,
    }),
  };
}
