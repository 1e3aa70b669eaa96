import type { Request } from 'express';

/**
 * True unless a browser says that a page of another site sent this request. A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is not a browser, so no page can have made it send a form.
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  // Browsers omit Sec-Fetch-Site at addresses of plain HTTP; old ones always do.
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const host = hostIn(origin);
  // Only hosts are compared: behind a proxy for TLS this service does not see that the page came by https.
  return host !== undefined && (host === request.get('host')?.toLowerCase() || host === hostIn(publicUrl));
}

/** Undefined for the origin `null`, which stands for a page that hides where it comes from. */
function hostIn(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
