/** Where the supervisor reports its progress. */
export interface Report {
  say(sentence: string): void;
  /** Runs a step that may take long, and shows the elapsed seconds. */
  during<Result>(sentence: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Writes sentences to a stream. In a terminal, the seconds of a long step are updated in place. Other streams (a log)
 * get a line every ten seconds and one at the end.
 */
export function reportTo(stream: NodeJS.WriteStream): Report {
  const say = (sentence: string) => {
    stream.write(`${sentence}\n`);
  };
  return {
    say,
    during: async (sentence, work) => {
      const startedAt = Date.now();
      const elapsedSeconds = () => Math.round((Date.now() - startedAt) / 1_000);
      const show = () => {
        if (stream.isTTY) stream.write(`\r${sentence} … ${elapsedSeconds()} s `);
        else say(`${sentence} … ${elapsedSeconds()} s`);
      };
      if (stream.isTTY) stream.write(`${sentence} … `);
      const timer = setInterval(show, stream.isTTY ? 1_000 : 10_000);
      try {
        const result = await work();
        const spent = ((Date.now() - startedAt) / 1_000).toFixed(1);
        if (stream.isTTY) say(`\r${sentence} … done in ${spent} s`);
        else say(`${sentence} … done in ${spent} s`);
        return result;
      } catch (error) {
        if (stream.isTTY) say("");
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
