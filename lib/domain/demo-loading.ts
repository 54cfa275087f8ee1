/** Parts of the demo whose synthetic answers are incomplete. */
export interface DemoLoading {
  /** Parts that are being created, or will be. */
  waiting: number;
  /** Parts whose creation failed; they remain incomplete. */
  failed: number;
}

/** The message that is shown next to numbers of the demo. */
export function formatDemoLoading({ waiting, failed }: DemoLoading): string {
  const formatParts = (number: number) => (number === 1 ? "1 part" : `${number} parts`);
  if (waiting > 0) {
    return `The demo’s synthetic answers are being created (${formatParts(waiting)} left). Its numbers change until then.`;
  }
  return `${formatParts(failed)} of the demo could not be created, so its studies are incomplete. Other data is unaffected.`;
}
