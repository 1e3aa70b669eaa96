import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { often } from '../../support/often.ts';
import { withMonitoring } from '../support/monitoring.ts';

interface Told {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: {
    readonly id: string;
    readonly event: string;
    readonly from: string;
    readonly to: string;
    readonly cause?: string;
    readonly summary: string;
    readonly findingCount?: number;
    readonly findings?: readonly { readonly gravity: string; readonly message: string }[];
    readonly run?: string;
    readonly url?: string;
    readonly installation: { readonly name: string };
  };
}

/** A webhook that answers each request with the next status, and 204 after the last. */
async function startWebhook(
  statuses: readonly number[],
): Promise<{ readonly url: string; readonly told: Told[]; readonly server: Server }> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const status = statuses[told.length] ?? 204;
      told.push({ headers: request.headers, body: JSON.parse(text) as Told['body'] });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, server };
}

function blockFor(notify: unknown): unknown {
  return { schedule: { pulse: 'off', standard: '10m', full: 'off' }, notify: [notify] };
}

test('a change of state is posted once, with the cause and the run; a run that changes nothing is not', async () => {
  const { url, told, server } = await startWebhook([]);
  const block = blockFor({ url, bearer: 'token-of-the-webhook', states: ['violating'] });
  const service = { publicUrl: 'https://monitor.example' };
  await withMonitoring({ block, service }, async ({ nextRun, breakEndpoint, get }) => {
    await nextRun();
    breakEndpoint('GET /api/v3/users');
    await nextRun();
    await nextRun();
    await expect.poll(() => told.length, often).toBe(1);
    breakEndpoint(undefined);
    await nextRun();
    await expect.poll(() => told.length, often).toBe(2);
    const [worse, better] = told;
    expect(worse?.headers.authorization).toBe('Bearer token-of-the-webhook');
    expect(worse?.body).toMatchObject({
      event: 'state-change',
      installation: { name: 'alpha' },
      from: 'conforming',
      to: 'violating',
    });
    expect(worse?.body.cause).toContain('status 500');
    expect(worse?.body.url).toBe(`https://monitor.example/runs/${worse?.body.run}`);
    expect(worse?.body.summary).toMatch(/^alpha is violating \(it was conforming\)\. 1 finding/);
    expect(worse?.body.findingCount).toBe(1);
    expect(worse?.body.findings).toEqual([
      { gravity: 'outage', message: worse?.body.cause, endpoints: ['GET /api/v3/users'] },
    ]);
    expect(better?.body).toMatchObject({ from: 'violating', to: 'conforming' });
    expect(better?.body.summary).toBe('alpha is conforming (it was violating).');
    expect(better?.body).not.toHaveProperty('findings');
    expect((await get('/metrics')).text).toContain('\nevidence_contract_notifications_total 2\n');
  });
  server.close();
});

test('a failed delivery is retried with the same id; one that never succeeds is counted', async () => {
  const { url, told, server } = await startWebhook([500, 503, 204]);
  await withMonitoring(
    { block: blockFor({ url }), options: { notificationPausesMs: [1, 1, 1] } },
    async ({ nextRun }) => {
      await nextRun();
      await expect.poll(() => told.length, often).toBe(3);
      expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    },
  );
  const never = await startWebhook([500, 500, 500, 500, 500]);
  await withMonitoring(
    { block: blockFor({ url: never.url }), options: { notificationPausesMs: [1] } },
    async ({ nextRun, get }) => {
      await nextRun();
      const failed = async (): Promise<boolean> =>
        (await get('/metrics')).text.includes('\nevidence_contract_notification_failures_total 1\n');
      await expect.poll(failed, often).toBe(true);
      expect(never.told).toHaveLength(2);
    },
  );
  server.close();
  never.server.close();
});

test('a failure that the re-check does not confirm changes no state', async () => {
  let answers = 0;
  const flickering = {
    transformAnswer: (
      answer: { readonly status: number },
      { endpoint }: { readonly endpoint: string | undefined },
    ) => {
      if (endpoint !== 'GET /api/v3/users' || answer.status !== 200) return answer;
      answers += 1;
      return answers === 2 ? { ...answer, status: 500, body: { error: 'Once only.' } } : answer;
    },
  };
  await withMonitoring({ transforms: [flickering as never] }, async ({ nextRun, get }) => {
    await nextRun();
    await nextRun();
    expect(answers).toBe(3);
    const { runs } = (await get('/api/v1/runs')).json();
    expect(runs?.map(({ state }) => state)).toEqual(['conforming', 'conforming']);
    const second = (await get(`/api/v1/runs/${runs?.[0]?.id}`)).json();
    expect(second.recheck).toEqual({ asked: 1, stillFailing: 0 });
    expect((await get('/api/v1/incidents')).json().incidents).toEqual([]);
  });
});
