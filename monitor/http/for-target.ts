import type { Request, RequestHandler, Response } from 'express';
import type { Fleet } from '../runs/fleet.ts';
import type { MonitoredTarget } from '../runs/monitored-target.ts';

/** A handler for the installation that the path names as `:name`. */
export function forTarget(
  fleet: Fleet,
  onMissing: (response: Response) => void | Promise<void>,
  handle: (target: MonitoredTarget, request: Request, response: Response) => void | Promise<void>,
): RequestHandler<{ name: string }> {
  return (request, response) => {
    const target = fleet.get(request.params.name);
    return target === undefined ? onMissing(response) : handle(target, request, response);
  };
}
