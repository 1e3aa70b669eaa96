import type { Secrets } from '../store/secrets.ts';

/** The sample users: the first owns both projects, the second may read the published one. */
export const sampleUsers = {
  first: {
    login: 'ada',
    name: 'Ada Lindgren',
    email: 'ada.lindgren@evidence.example',
    organization: 'Centre for Evidence Synthesis',
    createdAt: '2025-01-15T08:00:00.000Z',
  },
  second: {
    login: 'bruno',
    name: 'Bruno Achterberg',
    email: 'bruno.achterberg@evidence.example',
    organization: 'Institute of Clinical Guidelines',
    createdAt: '2025-01-20T10:15:00.000Z',
  },
} as const;

/**
 * The password of a sample user. It is derived from the store's secret, so that it can be shown at every start although
 * no file of the project and no row of the store contains it.
 */
export function samplePassword(secrets: Secrets, login: string): string {
  return secrets.derive(`password of ${login}`).slice(0, 16);
}
