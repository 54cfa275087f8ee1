/** Parts of the demo whose synthetic answers are not all there yet. */
export interface DemoLoading {
  /** Parts that are being made, or will be. */
  waiting: number;
  /** Parts that could not be made; they stay as they are. */
  failed: number;
}

/** What is said about it wherever the demo's numbers are shown. */
export function formatDemoLoading({ waiting, failed }: DemoLoading): string {
  const parts = (number: number) => (number === 1 ? "1 part" : `${number} parts`);
  if (waiting > 0) {
    return `The demo’s synthetic answers are still being made (${parts(waiting)} to go), so its numbers change for a few minutes.`;
  }
  return `${parts(failed)} of the demo could not be made, so its studies stay incomplete. Nothing else depends on them.`;
}
