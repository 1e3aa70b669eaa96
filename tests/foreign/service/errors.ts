import { STATUS_CODES } from 'node:http';

/** The body of an error: `error` as the document says, and what a team adds. */
export type ErrorShape =
  | 'bare'
  | 'coded'
  | 'boom'
  | 'spring'
  | 'problem'
  | 'details'
  | 'error list'
  | 'outcome'
  | 'traced'
  | 'success flag'
  | 'documented';

interface Facts {
  readonly status: number;
  readonly message: string;
  readonly path: string;
}

function reason(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}

const shapes: Readonly<Record<ErrorShape, (facts: Facts) => object>> = {
  bare: ({ message }) => ({ error: message }),
  coded: ({ message, status }) => ({
    error: message,
    code: reason(status).toUpperCase().replaceAll(' ', '_'),
  }),
  boom: ({ message, status }) => ({ statusCode: status, error: message, message: reason(status) }),
  spring: ({ message, status, path }) => ({
    timestamp: '2024-05-02T09:30:00.000+00:00',
    status,
    error: message,
    path,
  }),
  problem: ({ message, status, path }) => ({
    type: 'about:blank',
    title: reason(status),
    status,
    detail: message,
    instance: path,
    error: message,
  }),
  details: ({ message }) => ({ error: message, details: [], documentation_url: null }),
  'error list': ({ message, status }) => ({
    errors: [{ status: String(status), title: message }],
    error: message,
  }),
  outcome: ({ message }) => ({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code: 'processing', diagnostics: message }],
    error: message,
  }),
  traced: ({ message }) => ({ error: message, request_id: '8d0d4b9e6c2f', trace: { span: 17 } }),
  'success flag': ({ message }) => ({ success: false, data: null, error: message }),
  documented: ({ message }) => ({
    error: message,
    help: 'https://evidence.example.org/docs/errors',
    retryable: false,
  }),
};

/** The body of an error. */
export function errorBody(shape: ErrorShape, status: number, message: string, path: string): object {
  return shapes[shape]({ status, message, path });
}
