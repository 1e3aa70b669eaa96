import { expect, test } from '@playwright/test';
import type { Problem } from '../../../engine/configuration/problems.ts';
import { channelTypes } from '../../../monitor/channels/channel-types.ts';
import {
  type CommonBlock,
  checkBlock,
  type InstallationBlock,
  type MaintenanceEntry,
  type NotifyEntry,
} from '../../../monitor/configuration/monitor-block.ts';
import schema from '../../../schemas/monitor.schema.json' with { type: 'json' };

/*
 * The types of the blocks are declared next to their schema. The compiler demands every field of a type here, and these
 * objects are compared with the schema: a field that only one of them has fails a test.
 */

const maintenance: Required<MaintenanceEntry> = {
  cron: '0 3 * * 0',
  duration: '2h',
  timezone: 'Europe/Berlin',
  from: '2026-03-01T20:00:00Z',
  to: '2026-03-01T22:00:00Z',
  reason: 'Upgrade',
};

const notify: Required<NotifyEntry> = {
  name: 'night',
  type: 'webhook',
  url: 'https://hooks.example/1',
  bearer: 'token',
  key: 'key',
  from: 'monitor@example.org',
  to: ['night@example.org'],
  states: ['unreachable'],
};

const installation: Required<InstallationBlock> = {
  schedule: { pulse: '1m', standard: '15m', full: '6h' } satisfies Required<InstallationBlock['schedule']>,
  timezone: 'UTC',
  imports: { schedule: '0 3 * * 0' },
  failAfter: 1,
  recoverAfter: 1,
  slo: 0.999,
  locations: { of: ['dublin', 'oslo'], agree: 2 } satisfies Required<InstallationBlock['locations']>,
  maintenance: [{ cron: '0 3 * * 0', duration: '2h' }],
  notify: [notify],
  remind: '24h',
};

const { imports: _, ...shared } = installation;
const common: Required<CommonBlock> = {
  ...shared,
  location: 'dublin',
  concurrentRuns: 50,
  retention: { failures: '365d', passing: '30d', rollups: '730d', maximumMegabytes: 2000 } satisfies Required<
    CommonBlock['retention']
  >,
  probe: { minimumAge: '30s' } satisfies Required<CommonBlock['probe']>,
};

const { $defs: definitions } = schema;

const places: readonly (readonly [name: string, stated: object, typed: object])[] = [
  ['the common block', schema.properties, common],
  ['the block of an installation', definitions.installation.properties, installation],
  ['a schedule', definitions.schedule.properties, installation.schedule],
  ['imports', definitions.imports.properties, installation.imports],
  ['locations', definitions.locations.properties, installation.locations],
  ['a maintenance window', definitions.maintenance.items.properties, maintenance],
  ['a channel', definitions.notify.items.properties, notify],
  ['retention', definitions.retention.properties, common.retention],
  ['the probe', definitions.probe.properties, common.probe],
];

for (const [name, stated, typed] of places) {
  test(`${name} has the same fields in its type and in its schema`, () => {
    expect(Object.keys(typed).toSorted()).toEqual(Object.keys(stated).toSorted());
  });
}

test('the schema accepts blocks with every field of the types, and rejects a wrong value', () => {
  const problems: Problem[] = [];
  const placeOf = (where: string): string => where;
  expect(checkBlock('common', common, placeOf, problems)).toEqual(common);
  expect(checkBlock('installation', installation, placeOf, problems)).toEqual(installation);
  expect(
    checkBlock('installation', { maintenance: [{ from: 'a', to: 'b' }] }, placeOf, problems),
  ).not.toEqual({});
  expect(problems).toEqual([]);
  expect(checkBlock('installation', { failAfter: 'often' }, placeOf, problems)).toEqual({});
  expect(problems).toHaveLength(1);
});

test('the schema lists exactly the existing channel types', () => {
  expect(definitions.notify.items.properties.type.enum.toSorted()).toEqual(
    channelTypes.map(({ id }) => id).toSorted(),
  );
});
