import { expect, test } from '@playwright/test';
import { createFhirValidator } from '../../../fhir/node.ts';
import { type Ask, importing, referencesIn, withReference } from './asking.ts';

const validator = createFhirValidator();

interface Bundle {
  readonly entry: readonly {
    readonly fullUrl: string;
    readonly resource: { readonly resourceType: string };
  }[];
}

/** All FHIR bodies that the first user can read, by path. */
async function fhirBodies(ask: Ask, projectIds: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const paths = projectIds.map((id) => `/api/v3/projects/${id}`);
  for (const kind of ['extractions', 'sd_meta_data']) {
    const entries = (await ask(`/api/v3/${kind}`)).json as readonly { readonly id: number }[];
    paths.push(...entries.map(({ id }) => `/api/v3/${kind}/${id}`));
  }
  const bodies = new Map<string, string>();
  for (const path of paths) {
    bodies.set(path, (await ask(path)).text);
  }
  return bodies;
}

test('every FHIR body is valid, both in any release that fits and in R5 alone', async () => {
  await withReference({}, async (ask, { projectIds }) => {
    const bodies = await fhirBodies(ask, projectIds);
    expect(bodies.size).toBeGreaterThan(projectIds.length);
    for (const [path, text] of bodies) {
      for (const options of [{}, { release: '5.0.0' as const }]) {
        expect({ path, issues: (await validator.validate(text, options)).issues }).toEqual({
          path,
          issues: [],
        });
      }
    }
  });
});

test('the Bundle of a project contains all its resources, and every reference in it resolves', async () => {
  await withReference({}, async (ask, { projectIds }) => {
    for (const id of projectIds) {
      const bundle = (await ask(`/api/v3/projects/${id}`)).json as Bundle;
      const targets = new Set(bundle.entry.map(({ fullUrl }) => fullUrl));
      const references = referencesIn(bundle);
      expect(references.length).toBeGreaterThan(10);
      expect(references.filter((reference) => !targets.has(reference))).toEqual([]);
      const shown = await Promise.all(
        ['citations', 'extractions', 'sd_meta_data', 'extraction_forms_projects'].map(
          async (kind) => ((await ask(`/api/v3/${kind}?project_id=${id}`)).json as readonly unknown[]).length,
        ),
      );
      const types = ['Citation', 'ArtifactAssessment', 'EvidenceReport', 'Questionnaire'];
      const held = types.map(
        (type) => bundle.entry.filter(({ resource }) => resource.resourceType === type).length,
      );
      expect(shown).toEqual(held);
    }
  });
});

test('an imported project is valid FHIR when it is served again', async () => {
  await withReference({}, async (ask) => {
    const served = (await ask('/api/v3/projects/2')).text;
    const { json } = await importing(ask, served);
    const copy = await ask(`/api/v3/projects/${(json as { project_id: number }).project_id}`);
    expect((await validator.validate(copy.text)).issues).toEqual([]);
  });
});
