import { randomUUID } from 'node:crypto';
import type { BodyName } from '../../contract/judging/request.ts';
import type { Installation } from './installation.ts';

function bundleOf(uuid: string, resource: Readonly<Record<string, unknown>>): string {
  const entry = [{ fullUrl: `urn:uuid:${uuid}`, resource: { ...resource, status: 'draft' } }];
  return bundle({ type: 'collection', entry });
}

const title = 'Imported by a contract test; can be removed';

/** A small Bundle that is valid in FHIR 4.3.0 and 5.0.0, imported if no IMPORT_BUNDLE is configured. */
export const defaultImportBundle = bundleOf('6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f', {
  resourceType: 'Citation',
  title,
});

const citation = {
  resourceType: 'Citation',
  status: 'draft',
  title: 'Must not be created by a contract test',
};

/**
 * A larger Bundle is not sent with a key that must be refused: a service may close the connection before reading it.
 */
const refusableLength = 16_000;

/** The text of an import body, and its type. Only the valid ones make a correct service create something. */
export function importBody(
  name: BodyName,
  { allowImport, importBundle }: Pick<Installation, 'allowImport' | 'importBundle'>,
) {
  const empty = bundle({ type: 'collection', entry: [] });
  const good = importBundle.length <= refusableLength ? importBundle : defaultImportBundle;
  const unique = randomUUID();
  const texts: Readonly<Record<BodyName, string>> = {
    valid: importBundle,
    // Every release of FHIR, including 4.0.1, has its type, and no other Bundle has its title: for a service that has
    // no Citation, or requires unique titles.
    'valid-in-each-release': bundleOf(unique, {
      resourceType: 'Library',
      title: `${title} (${unique})`,
      type: { text: 'Contract test' },
    }),
    refusable: allowImport ? good : empty,
    'empty-bundle': empty,
    'not-json': '{"resourceType": "Bundle", "type": ',
    'not-a-bundle': JSON.stringify(citation),
    'other-type': bundle({ type: 'searchset', entry: [{ resource: citation }] }),
    'no-entry': bundle({ type: 'collection' }),
    'entry-without-resource': bundle({
      type: 'collection',
      entry: [{ fullUrl: 'urn:uuid:0b0c4e0a-52a5-4b3e-8f57-2d6a31a0c1de' }],
    }),
    'wrong-content-type': empty,
  };
  const contentType = name === 'wrong-content-type' ? 'text/plain' : 'application/json';
  return { contentType, text: texts[name] };
}

function bundle(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ resourceType: 'Bundle', ...fields });
}
