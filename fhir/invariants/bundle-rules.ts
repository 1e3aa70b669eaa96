import { quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, objectsIn } from '../json/json-value.ts';
import { below, eachOf, type Finding, has, type NativeRule } from './rule-context.ts';

const methodsWithBody = new Set(['POST', 'PATCH', 'PUT']);

/** Rules of Bundles, by key: they look at every entry, and name the one that breaks them. */
export const bundleRules: Readonly<Record<string, NativeRule>> = {
  'bdl-3': (node) => entriesHave(node, 'request', ['batch', 'transaction', 'history']),
  'bdl-3b': (node) =>
    !isOf(node, ['history']) ||
    eachOf(node, 'entry', (entry) => has(entry, 'response') && requestFitsResource(entry)),
  'bdl-3c': (node) => !isOf(node, ['transaction', 'batch']) || eachOf(node, 'entry', requestFitsResource),
  'bdl-4': (node) => entriesHave(node, 'response', ['batch-response', 'transaction-response', 'history']),
  'bdl-7': fullUrlsAreUnique,
  'bdl-8': (node) => typeof node.fullUrl !== 'string' || !node.fullUrl.includes('/_history/'),
  'bdl-11': (node) => node.type !== 'document' || beginsWith(node, 'Composition'),
  'bdl-12': (node) => node.type !== 'message' || beginsWith(node, 'MessageHeader'),
  'bdl-13': (node) => node.type !== 'subscription-notification' || beginsWith(node, 'SubscriptionStatus'),
  'bdl-16': ({ issues }) =>
    !isObject(issues) ||
    below(
      ['issues'],
      eachOf(issues, 'issue', ({ severity }) => severity === 'information' || severity === 'warning'),
    ),
};

function isOf(bundle: JsonObject, types: readonly string[]): boolean {
  return typeof bundle.type === 'string' && types.includes(bundle.type);
}

function entriesHave(bundle: JsonObject, name: string, types: readonly string[]): true | Finding {
  const needed = isOf(bundle, types);
  return eachOf(bundle, 'entry', (entry) => has(entry, name) === needed);
}

function requestFitsResource(entry: JsonObject): boolean {
  const method = isObject(entry.request) ? entry.request.method : undefined;
  return typeof method === 'string' && methodsWithBody.has(method) === has(entry, 'resource');
}

function beginsWith(bundle: JsonObject, type: string): true | Finding {
  const first = objectsIn(bundle.entry)[0];
  if (isObject(first?.resource) && first.resource.resourceType === type) return true;
  return first ? { at: ['entry', 0] } : {};
}

/** A fullUrl occurs once for each version of a resource; a history may repeat it. */
function fullUrlsAreUnique(bundle: JsonObject): true | Finding {
  if (bundle.type === 'history') return true;
  const seen = new Map<string, number>();
  const entries = Array.isArray(bundle.entry) ? bundle.entry : [];
  for (const [position, entry] of entries.entries()) {
    if (!isObject(entry) || typeof entry.fullUrl !== 'string') continue;
    const meta = isObject(entry.resource) ? entry.resource.meta : undefined;
    const version = isObject(meta) && typeof meta.versionId === 'string' ? meta.versionId : '';
    const identity = `${entry.fullUrl} ${version}`;
    const first = seen.get(identity);
    if (first !== undefined) {
      const detail = `The fullUrl ${quoted(entry.fullUrl)} already stands at entry[${first}].`;
      return { at: ['entry', position, 'fullUrl'], detail };
    }
    seen.set(identity, position);
  }
  return true;
}
