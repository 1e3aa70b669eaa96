import type { ResourceName } from '../domain/model.ts';

/** An endpoint of the document, as section 4 writes it after `/api/v3`. */
export type EndpointName =
  | 'GET /projects'
  | 'GET /projects/:id'
  | 'GET /citations'
  | 'GET /citations/:id'
  | 'GET /key_questions'
  | 'GET /extractions'
  | 'GET /extractions/:id'
  | 'GET /sd_meta_data'
  | 'GET /sd_meta_data/:id'
  | 'GET /extraction_forms_projects'
  | 'POST /fhir_imports'
  | 'GET /artifact_assessments'
  | 'GET /users';

/** What an endpoint does. */
export type Operation =
  | {
      readonly name: EndpointName;
      readonly method: 'GET';
      readonly path: string;
      readonly kind: 'list';
      readonly resource: ResourceName;
    }
  | {
      readonly name: EndpointName;
      readonly method: 'GET';
      readonly path: string;
      readonly kind: 'read';
      readonly resource: 'projects' | 'citations' | 'extractions' | 'sd_meta_data';
    }
  | { readonly name: EndpointName; readonly method: 'GET'; readonly path: string; readonly kind: 'user' }
  | { readonly name: EndpointName; readonly method: 'POST'; readonly path: string; readonly kind: 'import' };

function list(resource: ResourceName): Operation {
  const path = `/${resource}`;
  return { name: `GET /${resource}` as EndpointName, method: 'GET', path, kind: 'list', resource };
}

function read(resource: 'projects' | 'citations' | 'extractions' | 'sd_meta_data'): Operation {
  return { name: `GET /${resource}/:id`, method: 'GET', path: `/${resource}/:id`, kind: 'read', resource };
}

/** The endpoints of section 4 of the document. */
export const operations: readonly Operation[] = [
  list('projects'),
  read('projects'),
  list('citations'),
  read('citations'),
  list('key_questions'),
  list('extractions'),
  read('extractions'),
  list('sd_meta_data'),
  read('sd_meta_data'),
  list('extraction_forms_projects'),
  { name: 'POST /fhir_imports', method: 'POST', path: '/fhir_imports', kind: 'import' },
  list('artifact_assessments'),
  { name: 'GET /users', method: 'GET', path: '/users', kind: 'user' },
];
