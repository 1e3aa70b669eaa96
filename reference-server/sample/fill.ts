import type { JsonObject } from '../fhir/read.ts';
import { recordsOf } from '../fhir/records.ts';
import type { SampleKeys } from '../options.ts';
import { addProject } from '../store/add-project.ts';
import { inTransaction, type Store } from '../store/open.ts';
import { newKey, type User, type Users } from '../store/users.ts';
import { bloodPressureReview } from './blood-pressure-review.ts';
import { namingOf, uuidOf } from './naming.ts';
import { rehabilitationReview } from './rehabilitation-review.ts';
import { resourcesOfReview } from './resources/all.ts';
import type { Review } from './review.ts';

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

/** Random keys for new sample data, so that none ever stands in a file of the project. */
export function freshKeys(): SampleKeys {
  return { first: newKey(), second: newKey(), revoked: newKey() };
}

/** Fills a store that has no users yet with the sample data; leaves any other store as it is. */
export function fillWhereEmpty(store: Store, users: Users, keys: SampleKeys): void {
  inTransaction(store, () => {
    if (users.all().length > 0) {
      return;
    }
    const first = users.add(sampleUsers.first, keys.first);
    const second = users.add(sampleUsers.second, keys.second);
    users.addEndedKey(first, keys.revoked);
    addReview(store, bloodPressureReview, first, [second]);
    addReview(store, rehabilitationReview, first, []);
  });
}

function addReview(store: Store, review: Review, owner: User, members: readonly User[]): void {
  const resources = resourcesOfReview(review, namingOf(review.key)).map((resource) => ({
    fhirId: resource.id ?? '',
    resource: resource as unknown as JsonObject,
  }));
  addProject(store, {
    ownerId: owner.id,
    memberIds: members.map(({ id }) => id),
    fhirId: uuidOf(review.key),
    name: review.title,
    description: review.description,
    published: review.published,
    createdAt: review.createdAt,
    resources: resources.map(({ fhirId, resource }) => ({ fhirId, body: JSON.stringify(resource) })),
    records: recordsOf(resources),
  });
}
