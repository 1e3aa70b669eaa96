import { type Endpoint, endpoints } from '../../contract/document/endpoints.ts';
import { type RequirementId, requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';

/** The statement of a requirement. */
export function statementOf(id: RequirementId): string {
  return requirements.find((requirement) => requirement.id === id)?.statement ?? '';
}

interface Statement {
  readonly id: string;
  readonly statement: string;
}

function listed(title: string, statements: readonly Statement[]): string {
  if (statements.length === 0) return '';
  const lines = statements.map(({ id, statement }) => `- \`${id}\` ${statement}`);
  return [`**${title}**`, '', ...lines].join('\n');
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The requirements and gaps that concern no particular endpoint. */
export function describeApi(): string {
  const claimed = new Set(endpoints.flatMap(({ states }) => states));
  return joined(
    'Generated from the requirements and gaps of a contract test. A gap is something that the API document leaves open: any answer is allowed there. The licence is that of this description; the document states none for the service.',
    listed(
      'Requirements everywhere',
      requirements.filter(({ id }) => !claimed.has(id)),
    ),
    listed(
      'Left open everywhere',
      gaps.filter((gap) => !endpoints.some((endpoint) => gap.at(endpoint))),
    ),
  );
}

/** The requirements and gaps of an endpoint, as Markdown lists. */
export function describeEndpoint(endpoint: Endpoint): string {
  return joined(
    listed(
      'Requirements',
      requirements.filter(({ id }) => endpoint.states.includes(id)),
    ),
    listed(
      'Left open',
      gaps.filter((gap) => gap.at(endpoint)),
    ),
  );
}
