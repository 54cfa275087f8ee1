/** Adds the step to the address of a page, except for the first step. */
export function stepAddress(address: string, step: number): string {
  if (step === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}step=${step}`;
}

/** Changes the address bar without loading a page and without a history entry. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
}

/** Parses the step in a URL parameter; 0 for anything but a non-negative integer. */
export function parseStep(value: string | string[] | undefined): number {
  return typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : 0;
}
