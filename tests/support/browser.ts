import type { LaunchOptions } from '@playwright/test';
import { debianBrowsers, findPart } from './system-parts.ts';

const executablePath = findPart('chromium');
// Debian's run as root in most containers.
const isDebian = debianBrowsers.some((file) => file === executablePath);

/** How the browser of this machine is started; without a Chromium, Playwright says how to install its own. */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: isDebian ? ['--no-sandbox', '--disable-quic', '--disable-background-networking'] : [],
};
