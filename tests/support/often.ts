/** For `expect.poll`: looks more often than Playwright does by itself, after 100, 350, 850 ms and then each second. */
export const often = { intervals: [10, 20, 50], timeout: 30_000 };
