import { identifierOf } from '../domain/identifiers.ts';
import { serveExpress } from '../express/app.ts';
import { expressSlips } from '../express/slips.ts';
import { serveFastify } from '../fastify/app.ts';
import { fastifySlips } from '../fastify/slips.ts';
import { serveHono } from '../hono/app.ts';
import { honoSlips } from '../hono/slips.ts';
import { serveKoa } from '../koa/app.ts';
import { koaSlips } from '../koa/slips.ts';
import { mistakes } from '../mistakes/index.ts';
import type { Mistake } from '../mistakes/mistake.ts';
import { serveNest } from '../nest/app.ts';
import { nestSlips } from '../nest/slips.ts';
import { type Framework, teams } from '../servers/index.ts';
import { hasExoticLists, type Team } from '../servers/team.ts';
import type { Listening } from '../service/listening.ts';
import type { EndpointName } from '../service/operations.ts';
import { buildSite, type Site } from '../service/site.ts';
import { expressMistakeRows, expressSlipRows } from './express.ts';
import { fastifyMistakeRows, fastifySlipRows } from './fastify.ts';
import { furtherRows } from './further.ts';
import { honoMistakeRows, honoSlipRows } from './hono.ts';
import { koaMistakeRows, koaSlipRows } from './koa.ts';
import { nestMistakeRows, nestSlipRows } from './nest.ts';
import type { MistakeRow, RowOptions, SlipRow } from './rows.ts';
import { type SentenceName, sentences } from './sentences.ts';

/** One broken server: a team's server with one sentence of the document broken at one endpoint. */
export interface Fault {
  readonly framework: Framework;
  readonly team: Team;
  readonly mistake: string;
  readonly endpoint: EndpointName;
  /** The sentence of the document that the fault breaks. */
  readonly sentence: string;
  /** The endpoints at which the fault may be told. */
  readonly toldAt: readonly EndpointName[];
  /** Why a run cannot tell this fault, when there is a reason. */
  readonly notCaught: string | undefined;
  /** The id that the administrator names for this endpoint, where the fault shows only then. */
  readonly namedId: string | undefined;
  /** Whether the endpoint never answers, so that a case waits for it. */
  readonly isSilent: boolean;
  serve(): Promise<Listening>;
}

function teamOf(framework: Framework, number: number): Team {
  const team = teams[framework][number - 1];
  if (team === undefined) {
    throw new Error(`${framework} has no server ${number}`);
  }
  return team;
}

function firstIdAt(endpoint: EndpointName, { choices }: Team): string {
  const table = endpoint.split('/')[1] ?? '';
  return String(identifierOf(choices.identifiers, table, 1));
}

function fault(
  framework: Framework,
  row: readonly [string, EndpointName, number, RowOptions?],
  breaks: SentenceName,
  serve: (team: Team) => Promise<Listening>,
): Fault {
  const [mistake, endpoint, number, options] = row;
  const team = teamOf(framework, number);
  // As the verdict advises where the lists show no id.
  const namesId = options?.namesId === true || hasExoticLists(team);
  return {
    framework,
    team,
    mistake,
    endpoint,
    sentence: sentences[breaks],
    toldAt: options?.toldAt ?? [endpoint],
    notCaught: options?.notCaught,
    isSilent: options?.isSilent === true,
    namedId: namesId ? firstIdAt(endpoint, team) : undefined,
    serve: () => serve(team),
  };
}

function slipFaults<Slip, Name extends string>(
  framework: Framework,
  rows: readonly SlipRow<Name>[],
  slips: Readonly<Record<Name, { readonly breaks: SentenceName; readonly slip: Slip }>>,
  serve: (site: Site, slips: Partial<Record<EndpointName, Slip>>) => Promise<Listening>,
): Fault[] {
  return rows.map((row) => {
    const { breaks, slip } = slips[row[0]];
    const placed = { [row[1]]: slip } as Partial<Record<EndpointName, Slip>>;
    return fault(framework, row, breaks, (team) => serve(buildSite(team.choices), placed));
  });
}

function withMistake(site: Site, endpoint: EndpointName, mistake: Mistake): Site {
  const changed = mistake.change(site.endpoints[endpoint], site);
  return { ...site, endpoints: { ...site.endpoints, [endpoint]: changed } };
}

function mistakeFaults(
  framework: Framework,
  rows: readonly MistakeRow[],
  serve: (site: Site) => Promise<Listening>,
): Fault[] {
  return rows.map(([kind, name, endpoint, number, options]) => {
    const mistake = (mistakes[kind] as Readonly<Record<string, Mistake>>)[name];
    if (mistake === undefined) {
      throw new Error(`there is no mistake ${kind}: ${name}`);
    }
    return fault(framework, [`${kind}: ${name}`, endpoint, number, options ?? {}], mistake.breaks, (team) =>
      serve(withMistake(buildSite(team.choices), endpoint, mistake)),
    );
  });
}

/** Every broken server. */
export const faults: readonly Fault[] = [
  ...slipFaults('express', expressSlipRows, expressSlips, serveExpress),
  ...mistakeFaults('express', expressMistakeRows, serveExpress),
  ...slipFaults('fastify', fastifySlipRows, fastifySlips, serveFastify),
  ...mistakeFaults('fastify', fastifyMistakeRows, serveFastify),
  ...slipFaults('hono', honoSlipRows, honoSlips, serveHono),
  ...mistakeFaults('hono', honoMistakeRows, serveHono),
  ...slipFaults('koa', koaSlipRows, koaSlips, serveKoa),
  ...mistakeFaults('koa', koaMistakeRows, serveKoa),
  ...slipFaults('nest', nestSlipRows, nestSlips, serveNest),
  ...mistakeFaults('nest', nestMistakeRows, serveNest),
];

const serving = {
  express: serveExpress,
  fastify: serveFastify,
  hono: serveHono,
  koa: serveKoa,
  nest: serveNest,
};

/** Broken servers for every mistake that none of the servers above has. */
export const furtherFaults: readonly Fault[] = furtherRows([
  ...expressMistakeRows,
  ...fastifyMistakeRows,
  ...honoMistakeRows,
  ...koaMistakeRows,
  ...nestMistakeRows,
]).flatMap(({ framework, row }) => mistakeFaults(framework, [row], (site) => serving[framework](site)));
