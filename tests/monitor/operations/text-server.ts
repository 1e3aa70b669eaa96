import { createServer } from 'node:http';
import { serve } from '../../support/serving.ts';

/** Serves metrics as a monitor would. @param text asked for at each scrape */
export async function startServer(
  text: () => string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(text());
  });
  const { baseUrl, close } = await serve(server);
  return { url: baseUrl, close };
}
