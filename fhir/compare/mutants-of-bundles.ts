import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { MutantKind, MutantMaker } from './mutant-maker.ts';

const base = 'https://example.org/fhir';

/** The resource as the first entry of a Bundle, with a second one that refers to it. */
interface Parts {
  readonly resource: JsonObject;
  readonly fullUrl: string;
  readonly other: JsonObject;
}

/** What each rule makes of the parts: the properties of a Bundle. */
type BundleOf = (parts: Parts) => Readonly<Record<string, JsonValue>>;

const both = ({ resource, fullUrl, other }: Parts): JsonValue[] => [{ fullUrl, resource }, other];

const bundles: Readonly<Record<string, readonly [MutantKind, BundleOf]>> = {
  'a good collection': ['Bundle rules', (parts) => ({ type: 'collection', entry: both(parts) })],
  'a fullUrl twice': [
    'Bundle rules',
    (parts) => ({ type: 'collection', entry: [...both(parts), { ...parts.other }] }),
  ],
  'a total in a collection': [
    'Bundle rules',
    (parts) => ({ type: 'collection', total: 2, entry: both(parts) }),
  ],
  'a good result of a search': [
    'Bundle rules',
    (parts) => ({ type: 'searchset', total: 2, entry: both(parts) }),
  ],
  'a search mode in a collection': [
    'Bundle rules',
    (parts) => ({ type: 'collection', entry: [{ ...parts.other, search: { mode: 'match' } }] }),
  ],
  'a transaction without requests': [
    'Bundle rules',
    (parts) => ({ type: 'transaction', entry: both(parts) }),
  ],
  'a good transaction': [
    'Bundle rules',
    (parts) => ({
      type: 'transaction',
      entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' } }],
    }),
  ],
  'a request in a collection': [
    'Bundle rules',
    (parts) => ({
      type: 'collection',
      entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' } }],
    }),
  ],
  'a response in a transaction': [
    'Bundle rules',
    (parts) => ({
      type: 'transaction',
      entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' }, response: { status: '201' } }],
    }),
  ],
  'a document without a Composition': [
    'Bundle rules',
    (parts) => ({
      type: 'document',
      identifier: { system: 'https://example.org', value: '1' },
      timestamp: '2020-01-01T00:00:00Z',
      entry: both(parts),
    }),
  ],
  'a message without a header': [
    'Bundle rules',
    (parts) => ({ type: 'message', timestamp: '2020-01-01T00:00:00Z', entry: both(parts) }),
  ],
  'an entry of nothing': ['Bundle rules', (parts) => ({ type: 'collection', entry: [...both(parts), {}] })],
  'an entry with a fullUrl alone': [
    'Bundle rules',
    (parts) => ({ type: 'collection', entry: [...both(parts), { fullUrl: `${base}/Basic/alone` }] }),
  ],
  'an entry without a fullUrl': [
    'Bundle rules',
    ({ resource, other }) => ({ type: 'collection', entry: [{ resource }, other] }),
  ],
  'a history without requests': ['Bundle rules', (parts) => ({ type: 'history', entry: both(parts) })],
  'no type': ['Bundle rules', (parts) => ({ entry: both(parts) })],
  'an unknown type': ['Bundle rules', (parts) => ({ type: 'bag', entry: both(parts) })],
  'a fullUrl of another id': [
    'reference and fullUrl',
    (parts) => ({
      type: 'collection',
      entry: [{ fullUrl: `${base}/${String(parts.resource.resourceType)}/wrong`, resource: parts.resource }],
    }),
  ],
  'a fullUrl of another type': [
    'reference and fullUrl',
    (parts) => ({
      type: 'collection',
      entry: [{ fullUrl: `${base}/Schedule/${String(parts.resource.id)}`, resource: parts.resource }],
    }),
  ],
  'a relative fullUrl': [
    'reference and fullUrl',
    (parts) => ({ type: 'collection', entry: [{ ...parts.other, fullUrl: 'Basic/other' }] }),
  ],
  'a fullUrl with a version': [
    'reference and fullUrl',
    (parts) => ({
      type: 'collection',
      entry: [{ fullUrl: `${parts.fullUrl}/_history/1`, resource: parts.resource }],
    }),
  ],
  'a fullUrl that is no UUID': [
    'reference and fullUrl',
    (parts) => ({ type: 'collection', entry: [{ fullUrl: 'urn:uuid:1', resource: parts.resource }] }),
  ],
  'a fullUrl that is a UUID': [
    'reference and fullUrl',
    (parts) => ({
      type: 'collection',
      entry: [{ fullUrl: 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520', resource: parts.resource }],
    }),
  ],
  'a fullUrl with a space': [
    'reference and fullUrl',
    (parts) => ({ type: 'collection', entry: [{ ...parts.other, fullUrl: `${base}/Basic/a b` }] }),
  ],
};

/** Rules that put a resource in a Bundle with something wrong; none for a resource that is a Bundle itself. */
export const bundleMakers: readonly MutantMaker[] = Object.entries(bundles).map(
  ([what, [kind, bundleOf]]): MutantMaker => ({
    kind,
    what,
    changes: ({ objects }) =>
      objects[0]?.type.name === 'Bundle'
        ? []
        : [
            (copy) => {
              const resource = { ...copy };
              if (typeof resource.id !== 'string') resource.id = 'a';
              const fullUrl = `${base}/${String(resource.resourceType)}/${resource.id}`;
              const other = {
                fullUrl: `${base}/Basic/other`,
                resource: {
                  resourceType: 'Basic',
                  id: 'other',
                  code: { text: 'x' },
                  subject: { reference: fullUrl },
                },
              };
              for (const name of Object.keys(copy)) delete copy[name];
              Object.assign(copy, { resourceType: 'Bundle', ...bundleOf({ resource, fullUrl, other }) });
            },
          ],
  }),
);
