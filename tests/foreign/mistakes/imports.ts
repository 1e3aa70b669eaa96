import { resourceTypesOf } from '../service/imports.ts';
import { nothing, replying, writing } from './mistake.ts';

/** Mistakes in what an import returns. */
export const importMistakes = {
  'an import with status 200': replying('import status', (reply) => ({ ...reply, status: 200 })),
  'an import that is only queued': replying('import status', (reply) => ({
    ...reply,
    status: 202,
    content: { json: { status: 'queued' } },
  })),
  'an import without identifiers': writing('import identifiers', () => ({ message: 'Import finished' })),
  'an import with true': writing('import identifiers', () => ({ success: true })),
  'an import with a count': writing('import identifiers', (_json, { inquiry }) => ({
    imported: resourceTypesOf(inquiry.body).length,
    failed: 0,
  })),
  'an import with an empty list': writing('import identifiers', () => ({ ids: [] })),
  'an import with an empty bare list': writing('import identifiers', () => []),
  'an import with null': writing('import identifiers', () => ({ id: null })),
  'an import with nulls': writing('import identifiers', () => ({ ids: [null, null] })),
  'an import with an empty object': writing('import identifiers', () => ({})),
  'an import without a body': replying('import identifiers', (reply) =>
    nothing(201, { ...reply.headers, Location: '/api/v3/projects/1' }),
  ),
  'an import without content': replying('import status', () => nothing(204)),
  'an import that sends elsewhere': replying('import status', () =>
    nothing(303, { Location: '/api/v3/projects/1' }),
  ),
  'an import that wants a transaction': replying('import identifiers', (reply) => ({
    ...reply,
    status: 422,
    content: { json: { error: 'Bundle.type must be transaction' } },
  })),
  'an import that wants another media type': replying('import identifiers', (reply) => ({
    ...reply,
    status: 415,
    content: { json: { error: 'Use application/fhir+json' } },
  })),
  'an import that finds the body too large': replying('import identifiers', (reply) => ({
    ...reply,
    status: 413,
    content: { json: { error: 'request entity too large' } },
  })),
  'an import with empty identifiers': writing('import identifiers', () => ({ created: [{ id: '' }] })),
} as const;
