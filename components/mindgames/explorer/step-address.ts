/** Adds the step to the address of a page; the first step is omitted. */
export function stepAddress(address: string, step: number): string {
  if (step === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}step=${step}`;
}

/** Shows an address in the address bar without loading it and without a new history entry. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
}

/** The step number in a URL parameter; 0 if the value is not a non-negative integer. */
export function parseStep(value: string | string[] | undefined): number {
  return typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : 0;
}
