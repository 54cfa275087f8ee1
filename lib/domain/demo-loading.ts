/** Parts of the demo whose synthetic answers are incomplete. */
export interface DemoLoading {
  /** Parts that are being created, or will be. */
  waiting: number;
  /** Parts that failed; they remain incomplete. */
  failed: number;
}

/** The message shown with the demo's numbers. */
export function formatDemoLoading({ waiting, failed }: DemoLoading): string {
  const parts = (number: number) => (number === 1 ? "1 part" : `${number} parts`);
  if (waiting > 0) {
    return `The demo’s synthetic answers are still being made (${parts(waiting)} to go), so its numbers change for a few minutes.`;
  }
  return `${parts(failed)} of the demo could not be made, so its studies stay incomplete. Nothing else depends on them.`;
}
