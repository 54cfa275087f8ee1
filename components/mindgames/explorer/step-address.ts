/** The address of a page with its step; the first step needs none. */
export function stepAddress(address: string, step: number): string {
  if (step === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}step=${step}`;
}

/** Shows an address in the address bar without loading it and without a new history entry. */
export function rememberStep(address: string): void {
  window.history.replaceState(null, "", address);
}

/** The step in an address; 0 if it is not a whole number from 0. */
export function parseStep(value: string | string[] | undefined): number {
  return typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : 0;
}
