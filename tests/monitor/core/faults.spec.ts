import { expect, test } from '@playwright/test';
import { makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { withMonitoring } from '../support/monitoring.ts';

test('a fault of the suite is counted, the affected run is logged, and the monitor keeps working', async () => {
  let runs = 0;
  const reader = makeBodyReader();
  await withMonitoring(
    {
      options: {
        execute(installation, settings) {
          runs += 1;
          if (runs === 1) return Promise.reject(new Error('a mistake of ours'));
          const bodies =
            runs === 2 ? { ...reader, read: () => Promise.reject(new Error('another')) } : reader;
          return runInstallation(installation, { ...settings, bodies });
        },
      },
    },
    async ({ nextRun, get, log, monitor }) => {
      const faults = async (): Promise<string | undefined> =>
        /^evidence_contract_faults_total (\d+)/m.exec((await get('/metrics')).text)?.[1];
      await nextRun();
      expect(await faults()).toBe('1');
      expect(log()).toContain('a run failed by a fault of the monitor');
      await nextRun();
      expect(await faults()).toBe('2');
      expect(log()).toContain('The run ended early: this suite failed (another).');
      const [newest] = (await get('/api/v1/runs')).json().runs ?? [];
      expect(newest?.state).toBe('unknown');
      monitor.catchFault(new Error('a fault outside of any run'));
      expect(await faults()).toBe('3');
      await nextRun();
      expect((await get('/api/v1/runs')).json().runs?.[0]?.state).toBe('conforming');
      expect(await faults()).toBe('3');
      expect((await get('/healthz')).status).toBe(200);
    },
  );
});
