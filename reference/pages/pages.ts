import { Router } from 'express';
import type { Installation } from '../api/pipeline.ts';

/** All pages for people. */
export async function createPages(_installation: Installation): Promise<Router> {
  const router = Router();
  router.use((_request, response) => void response.status(404).type('text').send('There is no such page.'));
  return router;
}
