import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { stateIds } from '../../contract/state.ts';
import { settingsOf } from '../../engine/configuration/setting.ts';
import { defaultSchedule } from '../../monitor/configuration/monitor-configuration.ts';
import { serviceGroups } from '../../monitor/configuration/service-settings.ts';
import { needs } from '../support/needs.ts';
import { installationsProblems, promtool, textOf } from './operations/files.ts';

const guide = textOf('docs/monitor.md');
const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = '']) => parse(text) as unknown,
);

test('the example of installations.yaml is accepted by the schema', () => {
  expect(installationsProblems(examples[0])).toEqual([]);
});

test('the example of a probe is accepted by Prometheus', async () => {
  needs('promtool');
  const file = test.info().outputPath('prometheus.yml');
  writeFileSync(file, stringify({ scrape_configs: examples[1] }));
  const checked = await promtool('check', 'config', file);
  expect(checked.ok, checked.said).toBe(true);
});

test('the guide describes every setting of the service', () => {
  const names = settingsOf(serviceGroups).map(({ variable }) => variable);
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});

test('the guide describes every state and every tier', () => {
  for (const state of stateIds) expect(guide).toMatch(new RegExp(`^\\| \`${state}\` +\\|`, 'm'));
  for (const tier of Object.keys(defaultSchedule))
    expect(guide).toMatch(new RegExp(`^\\| \`${tier}\` +\\|`, 'm'));
});

test('every file of operations that the guide lists exists', () => {
  const listed = [
    ...guide.matchAll(/^\| `((?:prometheus|alertmanager|grafana|systemd|kubernetes)\/[^`]+\.\w+)`/gm),
  ];
  expect(listed.length).toBeGreaterThanOrEqual(6);
  for (const [, file = ''] of listed) expect(textOf(`operations/${file}`), file).not.toBe('');
});
