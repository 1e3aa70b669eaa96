// The minimum cost of the requests: the same requests, eight at a time, with fetch and nothing else.
import { readFileSync } from 'node:fs';

const requests = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const work = requests.values();

async function worker() {
  for (const { method, url, headers } of work) {
    const response = await fetch(url, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) });
    await response.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: 8 }, worker));
