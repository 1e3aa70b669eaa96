import { expect, test } from '@playwright/test';
import type { ChannelTypeId } from '../../../monitor/channels/channel.ts';
import { often } from '../../support/often.ts';
import { configurationOf, installationOf, withMonitoring } from '../support/monitoring.ts';
import { startReceiver } from '../support/receiver.ts';

const labelled = { group: 'Hospital North', tags: ['production', 'team:reviews'] };
const schedule = { pulse: 'off', standard: '10m', full: 'off' };

/** Series about groups and tags, in their order. */
function labelSeries(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^evidence_contract_installation_(?:info|tag)\{/.test(line));
}

test('group and tags are in the JSON API, on pages and in metrics, and filter installations; both are optional', async () => {
  await withMonitoring({ installation: labelled }, async ({ get, badRun, goodRun, monitor, reference }) => {
    expect((await get('/api/v1/installations')).json().installations).toMatchObject([labelled]);
    const page = (await get('/installations/alpha')).text;
    for (const word of ['Hospital North', 'production, team:reviews']) expect(page).toContain(word);
    const tags = [
      'evidence_contract_installation_tag{installation="alpha",tag="production"} 1',
      'evidence_contract_installation_tag{installation="alpha",tag="team:reviews"} 1',
    ];
    const info = 'evidence_contract_installation_info{installation="alpha"';
    expect(labelSeries((await get('/metrics')).text)).toEqual([
      `${info},cause="",group="Hospital North"} 1`,
      ...tags,
    ]);
    // People and scripts can filter by them and search for them.
    const found = async (query: string): Promise<number | undefined> =>
      (await get(`/api/v1/installations?${query}`)).json().installations?.length;
    expect(await found('group=Hospital%20North&tag=production')).toBe(1);
    expect(await found('tag=test')).toBe(0);
    expect(await found('group=South')).toBe(0);
    for (const [query, isFound] of [
      ['group=Hospital%20North', true],
      ['group=Hospital', false],
      ['group=Hospital%20North&tag=test', false],
      ['q=hospital', true],
      ['q=team%3Areviews', true],
      ['q=hospital&group=South', false],
    ] as const) {
      const page = (await get(`/?${query}`)).text;
      expect(page.includes('href="/installations/alpha"'), query).toBe(isFound);
    }
    const group = (await get('/?group=Hospital%20North')).text;
    expect(group).toContain(
      '<span class="tags"><span class="group">Hospital North</span><span>production</span><span>team:reviews</span></span>',
    );
    await badRun();
    expect(labelSeries((await get('/metrics')).text)).toEqual([
      expect.stringMatching(/cause="The service fails: status 500 at GET .*",group="Hospital North"\} 1$/),
      ...tags,
    ]);
    await goodRun();
    // A reload changes them and removes the old series.
    const changed = { ...labelled, group: 'South', tags: ['test'] };
    await monitor.fleet.apply(configurationOf(installationOf(reference, changed)));
    const series = async (): Promise<readonly string[]> => labelSeries((await get('/metrics')).text);
    await expect
      .poll(series, often)
      .toEqual([
        'evidence_contract_installation_info{installation="alpha",cause="",group="South"} 1',
        'evidence_contract_installation_tag{installation="alpha",tag="test"} 1',
      ]);
    await monitor.fleet.apply({ ...monitor.fleet.configuration(), installations: [] });
    await expect.poll(series, often).toEqual([]);
  });
  await withMonitoring({}, async ({ get }) => {
    expect(labelSeries((await get('/metrics')).text)).toEqual([]);
    const [row] = (await get('/api/v1/installations')).json().installations ?? [];
    expect(Object.keys(row ?? {})).not.toContain('tags');
    expect(Object.keys(row ?? {})).not.toContain('group');
  });
});

test('notifications contain group and tags: in JSON, in the message for Slack and as labels of Alertmanager', async () => {
  const receiver = await startReceiver();
  const types: readonly ChannelTypeId[] = ['webhook', 'slack', 'alertmanager'];
  const notify = types.map((type) => ({ type, url: receiver.url }));
  await withMonitoring({ installation: labelled, block: { schedule, notify } }, async ({ badRun }) => {
    await badRun();
    await expect.poll(() => receiver.received.length, often).toBe(types.length);
    const bodies = receiver.received.map(({ body }): unknown => body);
    const texts = bodies.map((body) => JSON.stringify(body));
    expect(bodies.find((body) => Object(body).event === 'state-change')).toMatchObject({
      installation: labelled,
    });
    const slack = texts.find((text) => text.includes('blocks') || text.includes('attachments')) ?? '';
    for (const word of ['Hospital North', 'production, team:reviews']) expect(slack).toContain(word);
    expect(bodies.find(Array.isArray)).toMatchObject([
      { labels: { installation: 'alpha', group: 'Hospital North', tags: 'production,team:reviews' } },
    ]);
  });
  receiver.close();
});
