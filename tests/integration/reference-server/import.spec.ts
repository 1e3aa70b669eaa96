import { expect, test } from '@playwright/test';
import { type Ask, importing, referencesIn, withReference } from './asking.ts';

const base = 'https://other.example/fhir';

/** A Bundle with every kind of reference between entries that FHIR allows. */
const goodBundle = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    {
      fullUrl: `${base}/Citation/study-1`,
      resource: {
        resourceType: 'Citation',
        id: 'study-1',
        status: 'active',
        title: 'Salt substitutes and stroke',
        citedArtifact: { title: [{ text: 'Salt substitutes and stroke: a cluster trial' }] },
      },
    },
    {
      fullUrl: `${base}/ArtifactAssessment/extraction-1`,
      resource: {
        resourceType: 'ArtifactAssessment',
        id: 'extraction-1',
        title: 'Extraction of the salt trial',
        artifactReference: { reference: 'Citation/study-1' },
        content: [
          { informationType: 'rating', author: { reference: 'Practitioner/not-in-the-bundle' } },
          { informationType: 'comment', author: { reference: '#me' } },
        ],
        contained: [{ resourceType: 'Practitioner', id: 'me' }],
      },
    },
    {
      fullUrl: 'urn:uuid:0e6f2a3c-52a1-4d34-9b7e-7f7a3a0f5f10',
      resource: {
        resourceType: 'EvidenceReport',
        status: 'active',
        subject: { note: [{ text: 'Adults' }] },
        section: [
          { title: 'Studies', entryReference: [{ reference: `${base}/Citation/study-1/_history/2` }] },
          {
            title: 'Extractions',
            entryReference: [{ reference: `${base}/ArtifactAssessment/extraction-1` }],
          },
        ],
      },
    },
    {
      resource: {
        resourceType: 'Basic',
        code: { text: 'note' },
        subject: { reference: 'urn:uuid:0e6f2a3c-52a1-4d34-9b7e-7f7a3a0f5f10' },
      },
    },
    {
      resource: {
        resourceType: 'ResearchStudy',
        status: 'active',
        title: 'Salt and stroke',
        objective: [{ name: 'Question', description: 'Do salt substitutes prevent stroke?' }],
      },
    },
    {
      resource: {
        resourceType: 'Questionnaire',
        status: 'active',
        title: 'Salt form',
        item: [{ linkId: '1', text: 'Dose', type: 'string' }],
      },
    },
  ],
};

interface Created {
  readonly id: number;
  readonly project_id: number;
  readonly resources: readonly { readonly resource_type: string; readonly fhir_id: string }[];
  readonly records: readonly { readonly kind: string; readonly id: number; readonly path?: string }[];
}

async function counts(ask: Ask): Promise<Record<string, string | null>> {
  const paths = ['projects', 'key_questions', 'extractions', 'sd_meta_data', 'artifact_assessments'];
  const entries = paths.map(async (path) => {
    const { headers } = await ask(`/api/v3/${path}`);
    return [path, headers.get('x-total-count')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

test('an import is answered with 201 and the ids of the project and everything in it', async () => {
  await withReference({}, async (ask) => {
    const { status, json, headers } = await importing(ask, goodBundle);
    const created = json as Created;
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v3/projects/${created.project_id}`);
    expect(created.resources.map(({ resource_type }) => resource_type)).toEqual([
      'Citation',
      'ArtifactAssessment',
      'EvidenceReport',
      'Basic',
      'ResearchStudy',
      'Questionnaire',
    ]);
    for (const { path } of created.records) {
      if (path !== undefined) {
        expect((await ask(path)).status, path).toBe(200);
      }
    }
  });
});

test('imported records appear in lists and details, for their owner only', async () => {
  await withReference({}, async (ask, { keys }) => {
    const { project_id: id } = (await importing(ask, goodBundle)).json as Created;
    const only = async (path: string): Promise<unknown> =>
      ((await ask(`${path}?project_id=${id}`)).json as readonly unknown[])[0];
    expect(await only('/api/v3/citations')).toMatchObject({
      title: 'Salt substitutes and stroke: a cluster trial',
    });
    expect(await only('/api/v3/key_questions')).toMatchObject({
      text: 'Do salt substitutes prevent stroke?',
    });
    expect(await only('/api/v3/extraction_forms_projects')).toMatchObject({ title: 'Salt form' });
    expect(await only('/api/v3/sd_meta_data')).toMatchObject({ title: 'Studies', sections: 2 });
    const citation = (await only('/api/v3/citations')) as { id: number };
    const extraction = (await only('/api/v3/extractions')) as { id: number };
    expect(extraction).toMatchObject({ citation_id: citation.id, title: 'Extraction of the salt trial' });
    expect(await only('/api/v3/artifact_assessments')).toMatchObject({ ratings: 1, contents: 2 });
    expect((await ask(`/api/v3/extractions/${extraction.id}`)).json).toMatchObject({
      resourceType: 'ArtifactAssessment',
    });
    const names = (await ask('/api/v3/projects')).json as readonly { name: string }[];
    expect(names.map(({ name }) => name)).toContain('Salt and stroke');
    expect((await ask(`/api/v3/projects/${id}`, { key: keys.second })).status).toBe(404);
  });
});

test('references within an imported Bundle still resolve; references out of it are kept', async () => {
  await withReference({}, async (ask) => {
    const { project_id: id } = (await importing(ask, goodBundle)).json as Created;
    const bundle = (await ask(`/api/v3/projects/${id}`)).json as {
      entry: { fullUrl: string; resource: { resourceType: string; id: string } }[];
    };
    const typeOf = new Map(bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource.resourceType]));
    expect(bundle.entry.every(({ fullUrl, resource }) => fullUrl === `urn:uuid:${resource.id}`)).toBe(true);
    expect(referencesIn(bundle).map((reference) => typeOf.get(reference) ?? reference)).toEqual([
      'Citation',
      'Practitioner/not-in-the-bundle',
      '#me',
      'Citation',
      'ArtifactAssessment',
      'EvidenceReport',
    ]);
  });
});

test('a project can be imported again as it was served, more than once', async () => {
  await withReference({}, async (ask) => {
    const served = (await ask('/api/v3/projects/1')).text;
    for (const expected of [3, 4]) {
      const { status, json } = await importing(ask, served);
      expect(status).toBe(201);
      expect((json as Created).project_id).toBe(expected);
      const copy = (await ask(`/api/v3/projects/${expected}`)).json as { entry: { fullUrl: string }[] };
      const targets = new Set(copy.entry.map(({ fullUrl }) => fullUrl));
      expect(referencesIn(copy).filter((reference) => !targets.has(reference))).toEqual([]);
      expect((await ask(`/api/v3/citations?project_id=${expected}`)).headers.get('x-total-count')).toBe('12');
    }
  });
});

const citation = { resourceType: 'Citation', status: 'active' };
const collection = (entry: unknown): unknown => ({ resourceType: 'Bundle', type: 'collection', entry });

const refusals: readonly (readonly [name: string, body: unknown, error: string])[] = [
  ['no body', '', 'The body is not valid JSON.'],
  ['no JSON', '{"resourceType": "Bundle", ', 'The body is not valid JSON'],
  ['a list', [], 'The body must be a JSON object that is a FHIR Bundle.'],
  ['null', null, 'The body must be a JSON object that is a FHIR Bundle.'],
  ['another resource', citation, 'resourceType must be "Bundle", not "Citation".'],
  ['another type', { ...goodBundle, type: 'batch' }, 'Bundle.type must be "collection", not "batch".'],
  ['no entry', { resourceType: 'Bundle', type: 'collection' }, 'Bundle.entry must be a list'],
  ['empty entry', collection([]), 'Bundle.entry must be a list with at least one resource to import.'],
  ['entry not a list', collection({}), 'Bundle.entry must be a list'],
  ['entry without resource', collection([{ resource: citation }, {}]), 'Bundle.entry[1].resource is missing'],
  ['entry of null', collection([null]), 'Bundle.entry[0] must be an object.'],
  [
    'resource without type',
    collection([{ resource: {} }]),
    'Bundle.entry[0].resource.resourceType must name',
  ],
  [
    'odd type',
    collection([{ resource: { resourceType: '__proto__' } }]),
    'resourceType must name a FHIR resource type',
  ],
  [
    'required element missing',
    collection([{ resource: { resourceType: 'Citation' } }]),
    'resource.status is missing',
  ],
  [
    'assessment of nothing',
    collection([{ resource: { resourceType: 'ArtifactAssessment' } }]),
    'Bundle.entry[0].resource.artifact[x] is missing',
  ],
  [
    'one address twice',
    collection([
      { fullUrl: 'urn:uuid:a', resource: citation },
      { fullUrl: 'urn:uuid:a', resource: citation },
    ]),
    'Bundle.entry[1].fullUrl stands in the Bundle already.',
  ],
  [
    'fullUrl not text',
    collection([{ fullUrl: 1, resource: citation }]),
    'Bundle.entry[0].fullUrl must be text.',
  ],
  ['a million brackets', `${'['.repeat(1e6)}${']'.repeat(1e6)}`, 'The body nests too deeply for a Bundle.'],
];

test('a bad body gets a 400 that says what is wrong and where, and creates nothing', async () => {
  await withReference({}, async (ask) => {
    const before = await counts(ask);
    for (const [name, body, error] of refusals) {
      const { status, json } = await importing(ask, body);
      expect(status, name).toBe(400);
      expect((json as { error: string }).error, name).toContain(error);
    }
    expect(await counts(ask)).toEqual(before);
  });
});

test('all defects of a Bundle are reported at once, up to a limit', async () => {
  await withReference({}, async (ask) => {
    const { json } = await importing(ask, collection(Array.from({ length: 50 }, () => ({}))));
    const { error } = json as { error: string };
    expect(error.match(/Bundle\.entry\[\d+\]\.resource is missing/g)).toHaveLength(20);
  });
});

test('a wrong Content-Type, invalid UTF-8 and a body above the limit are refused with a JSON error', async () => {
  await withReference({ bodyLimitBytes: 2000 }, async (ask) => {
    const post = (contentType: string, body: NonNullable<RequestInit['body']>) =>
      ask('/api/v3/fhir_imports', { method: 'POST', headers: { 'content-type': contentType }, body });
    const wrongType = await post('text/plain', JSON.stringify(goodBundle));
    const wrongBytes = await post('application/json', Buffer.from([0x22, 0xff, 0x22]));
    const tooLarge = await post('application/json', JSON.stringify(goodBundle).padEnd(2001));
    expect([wrongType.status, wrongType.json]).toEqual([
      415,
      { error: 'The header Content-Type must be application/json.' },
    ]);
    expect([wrongBytes.status, wrongBytes.json]).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
    expect([tooLarge.status, tooLarge.json]).toEqual([
      413,
      { error: 'The body is too large for this installation.' },
    ]);
  });
});

test('a custom import validator can refuse a Bundle before anything is created', async () => {
  const validateImport = () => [{ path: 'Bundle.entry[0].resource.status', message: 'has no such code.' }];
  await withReference({ validateImport }, async (ask) => {
    const before = await counts(ask);
    const { status, json } = await importing(ask, goodBundle);
    expect(status).toBe(400);
    expect(json).toEqual({
      error: 'The Bundle was not imported. Bundle.entry[0].resource.status has no such code.',
    });
    expect(await counts(ask)).toEqual(before);
  });
});
