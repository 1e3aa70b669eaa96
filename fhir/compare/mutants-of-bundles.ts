import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { type MutantMaker, ofKind } from './mutant-maker.ts';

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

const wrongBundles: Readonly<Record<string, BundleOf>> = {
  'a good collection': (parts) => ({ type: 'collection', entry: both(parts) }),
  'a fullUrl twice': (parts) => ({ type: 'collection', entry: [...both(parts), { ...parts.other }] }),
  'a total in a collection': (parts) => ({ type: 'collection', total: 2, entry: both(parts) }),
  'a good result of a search': (parts) => ({ type: 'searchset', total: 2, entry: both(parts) }),
  'a search mode in a collection': (parts) => ({
    type: 'collection',
    entry: [{ ...parts.other, search: { mode: 'match' } }],
  }),
  'a transaction without requests': (parts) => ({ type: 'transaction', entry: both(parts) }),
  'a good transaction': (parts) => ({
    type: 'transaction',
    entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' } }],
  }),
  'a request in a collection': (parts) => ({
    type: 'collection',
    entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' } }],
  }),
  'a response in a transaction': (parts) => ({
    type: 'transaction',
    entry: [{ ...parts.other, request: { method: 'POST', url: 'Basic' }, response: { status: '201' } }],
  }),
  'a document without a Composition': (parts) => ({
    type: 'document',
    identifier: { system: 'https://example.org', value: '1' },
    timestamp: '2020-01-01T00:00:00Z',
    entry: both(parts),
  }),
  'a message without a header': (parts) => ({
    type: 'message',
    timestamp: '2020-01-01T00:00:00Z',
    entry: both(parts),
  }),
  'an entry of nothing': (parts) => ({ type: 'collection', entry: [...both(parts), {}] }),
  'an entry with a fullUrl alone': (parts) => ({
    type: 'collection',
    entry: [...both(parts), { fullUrl: `${base}/Basic/alone` }],
  }),
  'an entry without a fullUrl': ({ resource, other }) => ({
    type: 'collection',
    entry: [{ resource }, other],
  }),
  'a history without requests': (parts) => ({ type: 'history', entry: both(parts) }),
  'no type': (parts) => ({ entry: both(parts) }),
  'an unknown type': (parts) => ({ type: 'bag', entry: both(parts) }),
};

const wrongFullUrls: Readonly<Record<string, BundleOf>> = {
  'a fullUrl of another id': (parts) => ({
    type: 'collection',
    entry: [{ fullUrl: `${base}/${String(parts.resource.resourceType)}/wrong`, resource: parts.resource }],
  }),
  'a fullUrl of another type': (parts) => ({
    type: 'collection',
    entry: [{ fullUrl: `${base}/Schedule/${String(parts.resource.id)}`, resource: parts.resource }],
  }),
  'a relative fullUrl': (parts) => ({
    type: 'collection',
    entry: [{ ...parts.other, fullUrl: 'Basic/other' }],
  }),
  'a fullUrl with a version': (parts) => ({
    type: 'collection',
    entry: [{ fullUrl: `${parts.fullUrl}/_history/1`, resource: parts.resource }],
  }),
  'a fullUrl that is not a UUID': (parts) => ({
    type: 'collection',
    entry: [{ fullUrl: 'urn:uuid:1', resource: parts.resource }],
  }),
  'a fullUrl that is a UUID': (parts) => ({
    type: 'collection',
    entry: [{ fullUrl: 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520', resource: parts.resource }],
  }),
  'a fullUrl with a space': (parts) => ({
    type: 'collection',
    entry: [{ ...parts.other, fullUrl: `${base}/Basic/a b` }],
  }),
};

/** Rules that put a resource in a Bundle with something wrong; none for a resource that is a Bundle itself. */
export const bundleMakers: readonly MutantMaker[] = [
  ...ofKind('Bundle rules', makersOf(wrongBundles)),
  ...ofKind('reference and fullUrl', makersOf(wrongFullUrls)),
];

function makersOf(bundles: Readonly<Record<string, BundleOf>>): readonly Omit<MutantMaker, 'kind'>[] {
  return Object.entries(bundles).map(([what, bundleOf]) => ({
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
  }));
}
