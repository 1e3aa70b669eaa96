import { type Endpoint, type EndpointId, endpoints } from '../contract/endpoints.ts';

/** The endpoint of the document that reads this path, as it writes it or with ids filled in; undefined where none does. */
export function endpointReading(path: string): EndpointId | undefined {
  const reads = endpoints.filter(({ method }) => method === 'GET');
  return (reads.find((one) => one.path === path) ?? reads.find((one) => fits(path, one)))?.id;
}

/** True for a path that fills in the id of an endpoint. */
function fits(path: string, endpoint: Endpoint): boolean {
  const parts = path.split('/');
  const template = endpoint.path.split('/');
  return (
    parts.length === template.length &&
    template.every((part, index) => (part === ':id' ? isId(parts[index] ?? '') : part === parts[index]))
  );
}

/** A client takes dots for a way to another path. */
function isId(part: string): boolean {
  return part !== '' && !/^(?:\.|%2e){1,2}$/i.test(part);
}
