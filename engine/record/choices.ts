import { isObject, isSuccess, partsOfUrl } from '../../contract/answers.ts';
import { idOf, listFieldOf } from '../../contract/choosing.ts';
import { endpointOf, endpoints } from '../../contract/endpoints.ts';
import { type Evidence, entriesIn } from '../../contract/evidence.ts';
import { type Exchange, wasAsked } from '../../contract/exchange.ts';

/** One choice of a run that the document leaves open: what was chosen, the value, and from where. */
export interface RunChoice {
  readonly what: string;
  readonly value: string;
  readonly from: string;
}

/** Every choice of a run: which record, which field, which parameter, which way of the key. Pure. */
export function choicesOf(evidence: Evidence): readonly RunChoice[] {
  const choices: RunChoice[] = [];
  for (const endpoint of endpoints) {
    const valid = evidence.of(endpoint, { key: 'valid' });
    if (valid === undefined || !wasAsked(valid) || !isSuccess(valid)) continue;
    if (valid.request.key === 'query')
      choices.push({
        what: `Way of the key at ${endpoint.id}`,
        value: 'query',
        from: 'the second try: the header does not work there',
      });
    if (valid.request.project === 'named')
      choices.push({
        what: `Parameter of ${endpoint.id}:`,
        value: partsOfUrl(valid.url).search.slice(1),
        from: 'PROJECT_PARAMETER: the list is refused or empty without it',
      });
    const { answer } = valid;
    const list = answer?.unread === undefined && answer?.json.ok ? answer.json.value : undefined;
    const field =
      endpoint.kind === 'list' && isObject(list) ? listFieldOf(list, endpoint.resource) : undefined;
    if (field !== undefined)
      choices.push({ what: `Entries of ${endpoint.id}`, value: field, from: 'the names of its body' });
    if (endpoint.idsFrom !== undefined && valid.recordId !== undefined)
      choices.push({
        what: capitalized(endpoint.noun),
        value: valid.recordId,
        from:
          valid.idIsPinned === true ? (endpoint.pinnedId ?? '') : placeOf(endpoint.idsFrom, valid, evidence),
      });
  }
  return choices;
}

/** "GET /api/v3/citations, first entry, field id": where an id was found. */
function placeOf(
  idsFrom: Parameters<typeof endpointOf>[0],
  { recordId }: Exchange,
  evidence: Evidence,
): string {
  const list = endpointOf(idsFrom);
  const listed = evidence.of(list, { key: 'valid' });
  const isRead = listed !== undefined && wasAsked(listed) && listed.answer?.unread === undefined;
  const entries = isRead ? (entriesIn(listed, list.resource) ?? []) : [];
  const index = entries.findIndex((entry) => idOf(entry)?.id === recordId);
  const ordinal = index === 0 ? 'first entry' : `entry ${index + 1}`;
  return index < 0 ? idsFrom : `${idsFrom}, ${ordinal}, field ${idOf(entries[index])?.field}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
