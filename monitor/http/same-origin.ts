import type { Request } from 'express';

/**
 * True unless a browser says that a page of another site sent this request. What sends neither `Sec-Fetch-Site` nor
 * `Origin` is no browser, so nobody else can have made it send a form.
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  // Browsers leave Sec-Fetch-Site out at an address of plain HTTP, old ones everywhere.
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const host = hostIn(origin);
  // Only the hosts are compared: behind a proxy for TLS this service itself does not see that the page came by https.
  return host !== undefined && (host === request.get('host')?.toLowerCase() || host === hostIn(publicUrl));
}

/** Undefined for the origin `null`, which a page has that hides where it comes from. */
function hostIn(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
