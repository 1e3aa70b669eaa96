import { expect, test } from '@playwright/test';
import { metricNames } from '../../../monitor/metrics/names.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import { configurationOf, installationOf, seriesValue, withMonitoring } from '../support/monitoring.ts';

/** Faults that change between runs or requests, and their reports while the first fault cannot be observed. */

const questions = ['GET /api/v3/key_questions'];
const citations = ['GET /api/v3/citations', 'GET /api/v3/citations/:id'];
const block = { schedule: { pulse: 'off', standard: '10m', full: 'off' } };
type Mode = 'well' | 'open' | 'gone';

/** Makes some endpoints answer without a key, or not exist. */
function changing(places: readonly string[]): {
  readonly transform: ResponseTransform;
  readonly become: (mode: Mode) => void;
} {
  let mode: Mode = 'well';
  return {
    become: (next) => {
      mode = next;
    },
    transform: {
      transformAnswer: (answer, { endpoint }) => {
        const isHere = places.includes(endpoint ?? '');
        if (mode === 'gone' && (isHere || endpoint === undefined))
          return { ...answer, status: 404, body: { error: 'Nothing here.' } };
        return mode === 'open' && isHere && answer.status === 401
          ? { ...answer, status: 200, body: endpoint?.endsWith(':id') ? { id: 1 } : [{ id: 1 }] }
          : answer;
      },
    },
  };
}

test(
  'an open door that only first requests meet stays open, and is confirmed by two runs in a row',
  slow,
  async () => {
    let opens = Number.POSITIVE_INFINITY;
    const door: ResponseTransform = {
      transformAnswer: (answer, { endpoint }) => {
        if (endpoint !== 'GET /api/v3/key_questions' || answer.status !== 401 || opens <= 0) return answer;
        opens -= 1;
        return { ...answer, status: 200, body: [{ id: 1 }] };
      },
    };
    await withMonitoring({ block, transforms: [door] }, async ({ nextRun, monitor }) => {
      const state = (): string | undefined => monitor.fleet.get('alpha')?.snapshot.state;
      await nextRun();
      expect(state()).toBe('violating');
      // One of two nodes: the first request of a run meets it, the next one does not.
      opens = 1;
      await nextRun();
      expect(opens).toBe(0);
      expect(state()).toBe('violating');
      await nextRun();
      expect(state()).toBe('conforming');
      // The same for a conforming installation: the failure is confirmed only if the next run meets it as well.
      opens = 1;
      await nextRun();
      expect([opens, state()]).toEqual([0, 'conforming']);
      opens = 1;
      await nextRun();
      expect([opens, state()]).toEqual([0, 'violating']);
      await nextRun();
      expect(state()).toBe('conforming');
      // With a run in between that does not meet it, it is not confirmed.
      opens = 1;
      await nextRun();
      await nextRun();
      opens = 1;
      await nextRun();
      expect([opens, state()]).toEqual([0, 'conforming']);
    });
  },
);

test(
  'an outage that is over when requests are repeated is withdrawn and counted, and confirmed by a second run in a row',
  slow,
  async () => {
    let met = new Set<string>();
    let isOn = false;
    // It ends when a request is repeated.
    const outage: ResponseTransform = {
      transformAnswer: (answer, { path, query, headers }) => {
        const sent = JSON.stringify([path, query, headers]);
        isOn &&= !met.has(sent);
        if (!isOn) return answer;
        met.add(sent);
        return { ...answer, status: 500, body: { error: 'Something went wrong.' } };
      },
    };
    await withMonitoring({ block, transforms: [outage] }, async ({ nextRun, monitor, get }) => {
      const stateAfter = async (isMet: boolean): Promise<string | undefined> => {
        isOn = isMet;
        met = new Set();
        await nextRun();
        expect(met.size > 0).toBe(isMet);
        return monitor.fleet.get('alpha')?.snapshot.state;
      };
      const withdrawn = async (): Promise<number | undefined> =>
        seriesValue((await get('/metrics')).text, metricNames.withdrawnFailures.name, {
          installation: 'alpha',
        });
      expect(await stateAfter(false)).toBe('conforming');
      expect(await withdrawn()).toBe(0);
      expect(await stateAfter(true)).toBe('conforming');
      expect(await withdrawn()).toBe(1);
      expect(await stateAfter(true)).toBe('unreachable');
      // The confirmed failure is open until a run does not meet it.
      expect(await stateAfter(true)).toBe('unreachable');
      expect(await stateAfter(false)).toBe('conforming');
      expect(await stateAfter(true)).toBe('conforming');
      expect(await stateAfter(false)).toBe('conforming');
      expect(await stateAfter(true)).toBe('conforming');
      expect(await withdrawn()).toBe(3);
    });
  },
);

test('a broken record is found although the first request for its list fails', slow, async () => {
  let isFirst = true;
  const broken: ResponseTransform = {
    transformAnswer: (answer, { endpoint }) => {
      if (answer.status !== 200) return answer;
      if (endpoint === 'GET /api/v3/extractions/:id') return { ...answer, body: 'Welcome' };
      if (endpoint !== 'GET /api/v3/extractions' || !isFirst) return answer;
      isFirst = false;
      return { ...answer, status: 500, body: { error: 'Something went wrong.' } };
    },
  };
  await withMonitoring({ block, transforms: [broken] }, async ({ nextRun, get }) => {
    await nextRun();
    expect(isFirst).toBe(false);
    const { failures = [] } = (await get('/api/v1/installations/alpha')).json();
    expect([...new Set(failures.map(({ endpoint }) => endpoint))]).toEqual(['GET /api/v3/extractions/:id']);
  });
});

for (const places of [questions, citations])
  test(
    `an open door is no longer reported once its endpoint answers 404: ${places.join(', ')}`,
    slow,
    async () => {
      const { transform, become } = changing(places);
      await withMonitoring({ block, transforms: [transform] }, async ({ nextRun, get, monitor }) => {
        const doors = async (): Promise<number | undefined> =>
          seriesValue((await get('/metrics')).text, metricNames.findings.name, {
            installation: 'alpha',
            severity: 'open-door',
          });
        become('open');
        await nextRun();
        expect(await doors()).toBe(1);
        become('gone');
        await nextRun();
        expect((await doors()) ?? 0).toBe(0);
        const page = (await get('/installations/alpha')).text;
        expect(page).toContain('What fails now: 1 finding');
        become('open');
        await nextRun();
        expect(await doors()).toBe(1);
        become('well');
        await nextRun();
        expect(monitor.fleet.get('alpha')?.snapshot.state).toBe('conforming');
      });
    },
  );

test(
  'after the second key is removed, the cause says that its failure is not asked for any more',
  slow,
  async () => {
    const refusing: ResponseTransform = {
      authenticate:
        (usual) =>
        (request, ...rest) =>
          request.headers.authorization?.includes(second) ? undefined : usual(request, ...rest),
    };
    let second = 'none yet';
    const full = { schedule: { pulse: 'off', standard: 'off', full: '1h' } };
    await withMonitoring(
      { block: full, transforms: [refusing] },
      async ({ nextRun, reload, reference, monitor }) => {
        second = reference.keys.second;
        await nextRun();
        expect(monitor.fleet.get('alpha')?.snapshot.state).toBe('violating');
        const { secondKey: _second, ...rest } = installationOf(reference);
        expect((await reload(configurationOf(rest, full))).status).toBe(200);
        await nextRun();
        expect(monitor.fleet.get('alpha')?.snapshot).toMatchObject({
          state: 'conforming',
          cause: expect.stringMatching(
            /^What failed is not asked for any more: auth\.second-key-accepted at GET /,
          ),
        });
      },
    );
  },
);

test(
  'a list that fails once while another failure is being repeated does not make the installation incomplete',
  slow,
  async () => {
    const steps: string[] = [];
    const seen = new Set<string>();
    const once: ResponseTransform = {
      transformAnswer: (answer, { endpoint = '', query, headers }) => {
        // The reference installation requires a project for the list of citations: 400 without one.
        if (steps.length === 0 || (answer.status !== 200 && answer.status !== 400)) return answer;
        const request = JSON.stringify([endpoint, query, headers.authorization, headers.accept]);
        // A run and its repetition each send a request once: the projects fail in the repetition.
        const isTurn = steps[0] === endpoint && (endpoint === 'GET /api/v3/citations' || seen.has(request));
        seen.add(request);
        if (!isTurn) return answer;
        steps.shift();
        return { ...answer, status: 500, body: { error: 'Once.' } };
      },
    };
    await withMonitoring({ block, transforms: [once] }, async ({ nextRun, monitor }) => {
      const state = (): string | undefined => monitor.fleet.get('alpha')?.snapshot.state;
      await nextRun();
      expect(state()).toBe('conforming');
      steps.push('GET /api/v3/citations', 'GET /api/v3/projects');
      await nextRun();
      expect(steps).toEqual([]);
      expect(state()).toBe('conforming');
    });
  },
);
