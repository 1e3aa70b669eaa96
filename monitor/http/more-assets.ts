import { Router } from 'express';
import { documentPageStyles, documentStylesUrl } from '../views/pages/document.ts';
import { moreStyles, moreStylesUrl } from '../views/pages/more-styles.ts';

/** Style sheets that are no files: reports have them too, or a few pages alone. */
export function moreAssets(): Router {
  const router = Router();
  for (const [url, text] of [
    [documentStylesUrl, documentPageStyles],
    [moreStylesUrl, moreStyles],
  ] as const) {
    router.get(url, (_request, response) => {
      response.set('cache-control', 'public, max-age=3600').type('css').send(text);
    });
  }
  return router;
}
