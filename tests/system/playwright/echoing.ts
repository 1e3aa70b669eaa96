import { createServer } from 'node:http';
import { type Serving, serve } from '../../support/serving.ts';

/** Sentinel keys: no eight consecutive characters of one may appear anywhere but in a request. */
export const sentinelKeys = {
  first: 'Zq7Jk2Wd9vTb4+/=Xw29Lm',
  second: 'Yp8Hg3Rc6nSf5~!Vu38Qk',
  revoked: 'Xo9Bv1Mz4tPd8%&Ts47Wj',
} as const;

/** A broken installation that echoes keys in bodies, headers and errors. */
export function startEchoing(onRequest: (target: string) => void = () => {}): Promise<Serving> {
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    onRequest(target);
    const shown = `${request.headers.authorization ?? ''} ${target}`;
    response.writeHead(/projects|users/.test(target) ? 200 : 400, {
      'content-type': `application/json; echo=${encodeURIComponent(shown)}`,
      'x-echo': encodeURIComponent(shown),
      location: target,
    });
    const half = shown.slice(0, 24);
    response.end(JSON.stringify({ error: `Bad key ${shown}`, half, id: shown, upper: shown.toUpperCase() }));
  });
  return serve(server);
}
