import { type JsonObject, recordsOf } from '../fhir/records.ts';
import type { SampleKeys } from '../options.ts';
import { addProject } from '../store/add-project.ts';
import { inTransaction, type Store } from '../store/open.ts';
import { newKey, type User, type Users } from '../store/users.ts';
import { bloodPressureReview } from './blood-pressure-review.ts';
import { rehabilitationReview } from './rehabilitation-review.ts';
import { resourceIdsOf, uuidOf } from './resource-ids.ts';
import { resourcesOfReview } from './resources.ts';
import type { Review } from './review.ts';
import { sampleUsers } from './users.ts';

/** Random keys for new sample data, so that no file of the project contains one. */
export function freshKeys(): SampleKeys {
  return { first: newKey(), second: newKey(), revoked: newKey() };
}

/** Fills a store that has no users yet with the sample data; leaves any other store as it is. */
export function seedIfEmpty(store: Store, users: Users, keys: SampleKeys): void {
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
  const resources = resourcesOfReview(review, resourceIdsOf(review.key)).map((resource) => ({
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
