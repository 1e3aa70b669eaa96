import { basename, dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RequestHandler, type Response, Router } from 'express';
import { documentPageStyles, documentStylesUrl } from '../pages/document/view.ts';
import { assetFiles, assetsVersion, chartLibrary, styles } from '../pages/shared/assets.ts';

/** A higher level compresses hardly better, and takes twice as long. */
const level = 4;

/**
 * Sends a text, compressed if the client accepts that. On the main thread, which takes 2 ms for 200 kB: on a busy
 * machine handing over to another thread delayed the first paint by 60 ms.
 */
export function sendPacked(response: Response, text: string): void {
  response.vary('Accept-Encoding');
  if (response.req.acceptsEncodings('gzip') === false) response.send(text);
  else response.set('content-encoding', 'gzip').send(gzipSync(text, { level }));
}

/**
 * Without `root` a file is refused if one of its parent folders begins with a dot, such as node_modules/.cache or
 * node_modules/.pnpm.
 */
function sendAsset(response: Response, path: string): void {
  response.sendFile(basename(path), { root: dirname(path) });
}

/** `/assets/`: the resources of pages besides their markup. They are public. */
export function assetRoutes(): Router {
  const router = Router();
  router.use('/assets', withoutVersion);
  router.get('/assets/styles.css', (_request, response) => {
    sendPacked(response.type('css'), styles);
  });
  router.get(`/assets/${chartLibrary.name}`, (_request, response) => {
    sendAsset(response, chartLibrary.script);
  });
  // A style sheet without a file: reports use it as well.
  router.get(documentStylesUrl, (_request, response) => {
    response.type('css').send(documentPageStyles);
  });
  router.get('/assets/:name', (request, response, next) => {
    const path = assetFiles.get(request.params.name);
    if (path !== undefined) return sendAsset(response, path);
    response.set('cache-control', 'no-store');
    next();
  });
  return router;
}

/** Cached for hours at a stable address, forever at a versioned one; never for the version of another monitor. */
const withoutVersion: RequestHandler = (request, response, next) => {
  const [, version, file] = /^\/([0-9a-f]{12})(\/.+)$/.exec(request.url) ?? [];
  response.set('cache-control', cachingOf(version));
  if (file !== undefined) request.url = file;
  next();
};

function cachingOf(version: string | undefined): string {
  if (version === undefined) return 'public, max-age=3600';
  return version === assetsVersion ? 'public, max-age=31536000, immutable' : 'no-store';
}
