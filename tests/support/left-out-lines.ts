/** One line for each reason, from the reasons of all tests that were left out. */
export function leftOutLines(reasons: readonly string[]): readonly string[] {
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((other) => other === reason).length;
    return count === 1
      ? `Left out: 1 test that ${reason}`
      : `Left out: ${count} tests that ${reason.replace(/^needs /, 'need ')}`;
  });
}
