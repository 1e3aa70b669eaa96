import { Router } from 'express';
import { documentPageStyles, documentStylesUrl } from '../views/pages/document.ts';

/** A style sheet that is no file: reports have it too. */
export function moreAssets(): Router {
  const router = Router();
  router.get(documentStylesUrl, (_request, response) => {
    response.set('cache-control', 'public, max-age=3600').type('css').send(documentPageStyles);
  });
  return router;
}
