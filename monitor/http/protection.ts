import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isLoopback } from '../configuration/access.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';
import { texts } from '../pages/shared/texts.ts';
import { sendError } from './errors.ts';

/**
 * Refuses requests for host names that are not the monitor's, with 421: a page of another site whose name was
 * redirected here (DNS rebinding) sends its own. An IP address cannot be such a name.
 */
export function allowedHosts(
  settings: Pick<ServiceSettings, 'host' | 'publicUrl' | 'allowedHosts'>,
): RequestHandler {
  const { host, publicUrl, allowedHosts: patterns = [] } = settings;
  const names = new Set([host.toLowerCase(), ...patterns.filter((pattern) => !pattern.startsWith('*.'))]);
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname);
  const endings = patterns.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(1));
  const isAllowed = (name: string): boolean =>
    isAddress(name) || isLoopback(name) || names.has(name) || endings.some((ending) => name.endsWith(ending));
  return (request, response, next) => {
    const name = nameIn(request.headers.host ?? '');
    if (name !== undefined && isAllowed(name)) return next();
    sendError(response, 421, texts.errors.otherHost);
  };
}

/** The name in a `Host` header, without port and final dot; undefined if it is malformed. */
function nameIn(header: string): string | undefined {
  const [, name] = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i.exec(header) ?? [];
  return name?.toLowerCase().replace(/\.$/, '');
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** Headers that make browsers load and send only resources of the monitor. */
export function securityHeaders(publicUrl: string | undefined): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Under the stricter default, no-referrer, browsers send the monitor's own forms with `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ?? false,
  });
}
