const tenMinutesMs = 600_000;

/**
 * Where the clocks of tests begin: at the next ten minutes of the hour. Runs of each ten minutes are then due equally long after
 * it, in every test; otherwise one that lets some seconds pass would see one more run at a few moments of each hour. It is
 * near the time of the machine, by which the engine says when a run began.
 */
export function startMoment(): number {
  return Math.ceil(Date.now() / tenMinutesMs) * tenMinutesMs;
}
