import { serveExpress } from '../express/app.ts';
import { serveFastify } from '../fastify/app.ts';
import { serveHono } from '../hono/app.ts';
import { serveKoa } from '../koa/app.ts';
import { serveNest } from '../nest/app.ts';
import type { Listening } from '../service/listening.ts';
import { buildSite } from '../service/site.ts';
import { expressTeams } from './express.ts';
import { fastifyTeams } from './fastify.ts';
import { honoTeams } from './hono.ts';
import { koaTeams } from './koa.ts';
import { nestTeams } from './nest.ts';
import type { Team } from './team.ts';

/** The frameworks that the servers run on. */
export type Framework = 'express' | 'fastify' | 'hono' | 'koa' | 'nest';

/** The teams that keep to the document, by framework. */
export const teams: Readonly<Record<Framework, readonly Team[]>> = {
  express: expressTeams,
  fastify: fastifyTeams,
  hono: honoTeams,
  koa: koaTeams,
  nest: nestTeams,
};

/** Starts the server of a team that keeps to the document. */
export function serveTeam(framework: Framework, team: Team): Promise<Listening> {
  const site = buildSite(team.choices);
  switch (framework) {
    case 'express':
      return serveExpress(site);
    case 'fastify':
      return serveFastify(site);
    case 'hono':
      return serveHono(site);
    case 'koa':
      return serveKoa(site);
    case 'nest':
      return serveNest(site);
  }
}
