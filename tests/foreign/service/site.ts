import { assessmentOf } from '../domain/fhir-assessment.ts';
import { bundleOf } from '../domain/fhir-project.ts';
import { reportOf } from '../domain/fhir-report.ts';
import { fhirIdentifierOf, identifierOf } from '../domain/identifiers.ts';
import { authenticate } from '../domain/keys.ts';
import type { ResourceName, Row, Store, User } from '../domain/model.ts';
import { seedStore } from '../domain/seed.ts';
import type { Choices } from './choices.ts';
import { errorBody } from './errors.ts';
import { type Endpoint, type Inquiry, jsonReply, Refusal, type RefusalKind, type Reply } from './exchange.ts';
import { importBody, importBundle } from './imports.ts';
import { wrapList } from './lists.ts';
import { type EndpointName, type Operation, operations } from './operations.ts';
import { pageOf } from './pages.ts';
import { recordOf, userOf, wrapRecord } from './records.ts';

/** One installation before any framework serves it. */
export interface Site {
  readonly choices: Choices;
  readonly store: Store;
  readonly endpoints: Readonly<Record<EndpointName, Endpoint>>;
  /** The one endpoint of version 4, of which the document says no more than that it exists. */
  readonly versionFour: Endpoint;
  /** The reply to what no endpoint takes. */
  refuse(refusal: Refusal, path: string): Reply;
}

function statusOf(choices: Choices, kind: RefusalKind): number {
  const statuses: Readonly<Record<RefusalKind, number>> = {
    unauthorized: choices.unauthorizedStatus,
    missing: choices.missingStatus,
    invalid: choices.invalidStatus,
    malformed: 400,
    'media type': 415,
    'too large': 413,
    method: 405,
    throttled: 429,
  };
  return statuses[kind];
}

function refuse(choices: Choices, refusal: Refusal, path: string): Reply {
  const status = statusOf(choices, refusal.kind);
  const challenge = refusal.kind === 'unauthorized' ? choices.challenge : undefined;
  return jsonReply(status, errorBody(choices.errors, status, refusal.message, path), {
    'Content-Type': choices.errorMediaType,
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
  });
}

function visible(store: Store, table: ResourceName, user: User): readonly Row[] {
  return store.rows[table].filter(({ project }) => user.projects.includes(project));
}

function turned<Item>(items: readonly Item[], by: number): Item[] {
  const place = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(place), ...items.slice(0, place)];
}

function answerList(choices: Choices, store: Store, table: ResourceName): Endpoint['answer'] {
  let answered = 0;
  return ({ query, path }, user) => {
    const asked = query.project_id;
    if (table === 'citations' && choices.citations === 'of a named project' && asked === undefined) {
      throw new Refusal('invalid', 'project_id is required');
    }
    const rows = visible(store, table, user).filter(({ project }) => {
      const owner = String(identifierOf(choices.identifiers, 'projects', project));
      return asked === undefined || table === 'projects' || owner === asked;
    });
    if (table === 'projects' && choices.goneProject === 'listed' && rows[0] !== undefined) {
      rows.push({ ...rows[0], sequence: 777, project: 777 });
    }
    const page = pageOf(choices, query, rows.length, path);
    answered += 1;
    const ordered = choices.order === 'turning' ? turned(rows, answered) : rows;
    const body = wrapList(choices.list, {
      table,
      records: ordered.slice(page.start, page.start + page.size).map((row) => recordOf(choices, table, row)),
      total: rows.length,
      page: page.number,
      pageSize: page.size,
      next: page.next,
      path,
    });
    return jsonReply(200, body, {
      'Content-Type': choices.mediaType,
      ...(choices.paging === 'link header' && page.next !== null
        ? { Link: `<${page.next}>; rel="next"`, 'X-Total-Count': String(rows.length) }
        : {}),
    });
  };
}

function resourceOf(choices: Choices, store: Store, table: ResourceName, row: Row): object {
  const id = fhirIdentifierOf(choices.identifiers, table, row.sequence);
  const { flavour } = choices.bundle;
  if (table === 'projects') {
    return bundleOf(choices.bundle, id, row, store);
  }
  return table === 'extractions'
    ? assessmentOf(flavour, id, row)
    : reportOf(flavour, id, row, String(row.columns.report_title));
}

function answerRead(choices: Choices, store: Store, table: ResourceName): Endpoint['answer'] {
  return ({ id }, user) => {
    const row = visible(store, table, user).find(
      ({ sequence }) => String(identifierOf(choices.identifiers, table, sequence)) === id,
    );
    if (row === undefined && table === 'citations' && choices.missingCitation === 'an empty record') {
      return jsonReply(200, {}, { 'Content-Type': choices.mediaType });
    }
    if (row === undefined) {
      throw new Refusal('missing', 'Not Found');
    }
    return table === 'citations'
      ? jsonReply(200, wrapRecord(choices.record, table, recordOf(choices, table, row)), {
          'Content-Type': choices.mediaType,
        })
      : jsonReply(200, resourceOf(choices, store, table, row), { 'Content-Type': choices.fhirMediaType });
  };
}

function listProject(store: Store, user: User): void {
  const sequence = 9000 + store.imported.length;
  const columns = { title: 'Imported project', published_at: null };
  store.rows.projects.push({ sequence, project: sequence, columns });
  user.projects.push(sequence);
}

function answerImport(choices: Choices, store: Store): Endpoint['answer'] {
  return ({ body, path }, user) => {
    const created = importBundle(store, choices.identifiers, body, user);
    if (choices.importedProjects === 'listed') {
      listProject(store, user);
    }
    return jsonReply(201, importBody(choices.import, created), {
      'Content-Type': choices.mediaType,
      ...(choices.importLocation ? { Location: `${path}/${store.imported.length}` } : {}),
    });
  };
}

function answerOf(choices: Choices, store: Store, operation: Operation): Endpoint['answer'] {
  switch (operation.kind) {
    case 'list':
      return answerList(choices, store, operation.resource);
    case 'read':
      return answerRead(choices, store, operation.resource);
    case 'user':
      return (_inquiry, user) =>
        jsonReply(200, userOf(choices, choices.user, user), { 'Content-Type': choices.mediaType });
    case 'import':
      return answerImport(choices, store);
  }
}

function answerVersionFour(choices: Choices, store: Store): Endpoint['answer'] {
  return (_inquiry, user) => {
    const rows = visible(store, 'projects', user);
    const bodies: Readonly<Record<Choices['version4'], () => unknown>> = {
      'as version 3': () => ({ projects: rows.map((row) => recordOf(choices, 'projects', row)) }),
      names: () => rows.map(({ columns }) => columns.title),
      'a count': () => ({ version: 4, count: rows.length }),
      nothing: () => [],
    };
    return jsonReply(200, bodies[choices.version4](), { 'Content-Type': choices.mediaType });
  };
}

/** Builds an installation that keeps to the document and decides the rest as its choices say. */
export function buildSite(choices: Choices): Site {
  const store = seedStore(choices.size, choices.world);
  const refuseHere = (refusal: Refusal, path: string): Reply => refuse(choices, refusal, path);
  const endpoints = Object.fromEntries(
    operations.map((operation): [EndpointName, Endpoint] => [
      operation.name,
      {
        authenticate: (credentials) => authenticate(store, choices, credentials),
        answer: answerOf(choices, store, operation),
        refuse: (refusal, inquiry) => refuseHere(refusal, inquiry.path),
      },
    ]),
  ) as Record<EndpointName, Endpoint>;
  const versionFour: Endpoint = {
    authenticate: (credentials) => authenticate(store, choices, credentials),
    answer: answerVersionFour(choices, store),
    refuse: (refusal, inquiry) => refuseHere(refusal, inquiry.path),
  };
  return { choices, store, endpoints, versionFour, refuse: refuseHere };
}

/** Answers a request at an endpoint, refusals included; what is no refusal is thrown on. */
export function attend(endpoint: Endpoint, inquiry: Inquiry): Reply {
  const user = endpoint.authenticate(inquiry.credentials);
  if (user === undefined) {
    throw new Refusal('unauthorized', 'Unauthorized');
  }
  return endpoint.answer(inquiry, user);
}
