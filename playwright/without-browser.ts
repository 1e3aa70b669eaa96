import type { PlaywrightTestOptions } from '@playwright/test';

/**
 * The options of a browser's context as plain values, for tests that open no browser. Playwright's defaults are functions:
 * it sets up and tears down each of them around every test, each time as a step with a stack trace, 15 ms a test.
 */
export const withoutBrowser: Partial<PlaywrightTestOptions> = {
  acceptDownloads: false,
  baseURL: 'http://no-browser.invalid',
  bypassCSP: false,
  clientCertificates: [],
  colorScheme: null,
  contrast: null,
  deviceScaleFactor: 1,
  extraHTTPHeaders: {},
  forcedColors: null,
  geolocation: { latitude: 0, longitude: 0 },
  hasTouch: false,
  httpCredentials: { username: '', password: '' },
  ignoreHTTPSErrors: false,
  isMobile: false,
  javaScriptEnabled: false,
  locale: 'en',
  offline: true,
  permissions: [],
  proxy: { server: 'http://no-browser.invalid' },
  reducedMotion: null,
  screen: { width: 0, height: 0 },
  serviceWorkers: 'block',
  storageState: { cookies: [], origins: [] },
  timezoneId: 'UTC',
  userAgent: '',
  viewport: null,
};
