import { loadProcessConfiguration } from '../../application/process-configuration.ts';
import { selectScope } from '../../application/selection.ts';
import { presentedBy, type RequestSpec, requestSpecId } from '../../contract/judging/request.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import { makeRequest } from '../../engine/http/make-request.ts';
import { type PlannedRequest, planOf } from '../../engine/run/plan.ts';
import { Secret } from '../../engine/secret.ts';
import { renderJson } from '../../reports/json.ts';
import { print } from '../terminal.ts';
import type { PlanOptions } from './options.ts';

/**
 * Prints the plan of every selected installation, with placeholders for ids that are not known yet.
 * @throws ConfigurationError or UsageError if the configuration or the selection is wrong
 */
export async function printPlan(options: PlanOptions): Promise<void> {
  const configuration = await loadProcessConfiguration(options.installation);
  const scope = selectScope(options.tier, options.only);
  const installations: readonly Installation[] =
    configuration.installations.length > 0
      ? configuration.installations
      : [asEmbedded(configuration.embedded)];
  const plans = installations.map((installation) => ({
    installation: installation.name,
    requests: planOf(scope, installation).map((planned) => requestLine(planned, installation)),
  }));
  const text = options.json === true ? renderJson(plans.map(withCounts)) : plans.map(asText).join('\n');
  print(text);
}

type Plan = { readonly installation: string; readonly requests: readonly PlanLine[] };

interface PlanLine {
  readonly stage: PlannedRequest['stage'];
  readonly method: string;
  readonly url: string;
  readonly key: string;
  readonly onlyIf?: string;
}

/** The embedded installation has every key and allows imports; its port is known only after it starts. */
function asEmbedded(template: Installation): Installation {
  const unset = new Secret('set-when-it-is-started');
  return { ...template, baseUrl: 'http://127.0.0.1', secondKey: unset, revokedKey: unset, allowImport: true };
}

function requestLine(
  { endpoint, request, stage, onlyIf }: PlannedRequest,
  installation: Installation,
): PlanLine {
  const project = installation.pinnedIds.PROJECT_ID ?? ':project_id';
  const { id = 'known' } = request;
  const pinned = id === 'known' && endpoint.pinnedId && installation.pinnedIds[endpoint.pinnedId];
  const context = {
    id: pinned || placeholderOf(id),
    query: request.project === 'named' ? { [installation.projectParameter]: project } : {},
  };
  const sent = presentedBy(request, 'header');
  const { method, shownUrl } = makeRequest(installation, endpoint, sent, context);
  const url = shownUrl
    .replace(`/${placeholderOf(id)}`, `/:${placeholderOf(id).toLowerCase()}`)
    .replace('%3Aproject_id', ':project_id');
  return {
    stage,
    method,
    url,
    key: requestSpecId({ ...request, ...sentBody(request, installation) }),
    ...(onlyIf === undefined ? {} : { onlyIf }),
  };
}

type IdName = NonNullable<RequestSpec['id']>;

/** The placeholders for ids that only a run can find. */
const idMeanings: Readonly<Record<IdName, string>> = {
  known: 'a record of the list',
  second: 'another record of the list',
  unknown: 'an id that no record has',
  malformed: 'an id of another form',
  created: 'what an import created',
};

/** Written for display in a path: `:second_id` would be encoded. */
function placeholderOf(id: IdName): string {
  return id === 'known' ? 'ID' : `${id.toUpperCase()}_ID`;
}

/** Explains the placeholders of a plan. */
function legendOf(lines: readonly string[]): string {
  const used = Object.entries(idMeanings).flatMap(([id, meaning]) => {
    const placeholder = `:${placeholderOf(id as IdName).toLowerCase()}`;
    return lines.some((line) => line.includes(`/${placeholder}`)) ? [`${placeholder} is ${meaning}`] : [];
  });
  if (lines.some((line) => / second-(?:header|query) /.test(line)))
    used.push('second-header and second-query are the key of another user');
  return used.length === 0 ? '' : `${used.join(', ')}.\n`;
}

/** Shows the actual body for `refusable`. */
function sentBody({ body }: RequestSpec, { allowImport }: Installation): Pick<RequestSpec, 'body'> {
  if (body !== 'refusable') return {};
  return { body: allowImport ? 'valid' : 'empty-bundle' };
}

function withCounts(plan: Plan): Plan & { readonly atLeast: number; readonly atMost: number } {
  const always = plan.requests.filter(({ onlyIf }) => onlyIf === undefined).length;
  return { ...plan, atLeast: always, atMost: plan.requests.length };
}

function asText(plan: Plan): string {
  const { atLeast, atMost, installation, requests } = withCounts(plan);
  const width = Math.max(...requests.map(({ key }) => key.length));
  const lines = requests.map(
    ({ stage, method, url, key, onlyIf }) =>
      `${stage.padEnd(9)} ${method.padEnd(7)} ${key.padEnd(width)}  ${url}${onlyIf === undefined ? '' : `  (only if ${onlyIf})`}`,
  );
  const bound = atLeast === atMost ? `${atMost} requests` : `${atLeast} requests, at most ${atMost}`;
  return `${installation}: ${bound}, repetitions apart. Nothing was sent.\n${legendOf(lines)}${lines.join('\n')}\n`;
}
