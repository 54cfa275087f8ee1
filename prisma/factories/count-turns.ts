/**
 * Counts the turns that the event loop gives to other work from now on; `stop` ends it. For tests that long work leaves the
 * process free: no time is measured.
 */
export function countTurns(): { soFar: () => number; stop: () => void } {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    soFar: () => turns,
    stop: () => {
      isOver = true;
    },
  };
}
