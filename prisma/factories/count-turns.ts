/**
 * Counts the iterations of the event loop from now on; `stop` ends the count. For tests that long work does not block
 * the process, without measuring time.
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
