const dayMs = 86_400_000;

/**
 * Where the clocks of tests begin: noon of the day before, in UTC. Runs are due at times of the day, so a test that lets some
 * seconds pass would otherwise see one more of them at a few moments of each hour.
 */
export function startMoment(): number {
  return (Math.floor(Date.now() / dayMs) - 1) * dayMs + dayMs / 2;
}
