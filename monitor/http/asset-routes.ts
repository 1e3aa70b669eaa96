import express, { type RequestHandler, Router } from 'express';
import { assetsFolder, assetsVersion, styles } from '../views/asset-url.ts';
import { chartLibrary } from '../views/chart-library.ts';
import { documentPageStyles, documentStylesUrl } from '../views/pages/document.ts';
import { sendPacked } from './send-packed.ts';

/** `/assets/`: what pages are made of beside their markup. Everybody may have it. */
export function assetRoutes(): Router {
  const router = Router();
  router.use('/assets', withoutVersion);
  router.get('/assets/styles.css', (_request, response) => {
    sendPacked(response.type('css'), styles);
  });
  router.get(`/assets/${chartLibrary.name}`, (_request, response) => {
    response.sendFile(chartLibrary.script);
  });
  // A style sheet that is no file: reports have it too.
  router.get(documentStylesUrl, (_request, response) => {
    response.type('css').send(documentPageStyles);
  });
  router.use('/assets', express.static(assetsFolder, { index: false }), (_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });
  return router;
}

/** Hours for an address that stays the same; forever for one that does not. Neither for the version of another monitor. */
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
