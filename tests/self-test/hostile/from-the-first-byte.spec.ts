import { expect, test } from '@playwright/test';
import { whileOpen } from '../../support/serving.ts';
import { hostileCases } from './from-the-first-byte.ts';
import { hostileInstallation, runAgainst } from './hostile-run.ts';
import { startRawServer } from './raw-server.ts';

for (const { name, server: options, state, cause, installation } of hostileCases) {
  test(`a run survives ${name}`, async () => {
    await whileOpen(startRawServer(options), async (server) => {
      const { record } = await runAgainst(hostileInstallation(server.origin, installation));
      expect(record.state, record.cause).toBe(state);
      expect(record.cause ?? 'none').toMatch(cause);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
  });
}
