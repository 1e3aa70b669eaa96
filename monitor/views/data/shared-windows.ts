import type { PublicService, PublicWindow } from './status-view.ts';

/** Maintenance that all services have, and the services with what is theirs alone. Pure. */
export function sharedWindows(services: readonly PublicService[]): {
  readonly shared: readonly PublicWindow[];
  readonly own: readonly PublicService[];
} {
  const [first, ...others] = services;
  if (first === undefined || others.length === 0) return { shared: [], own: services };
  const shared = (first.maintenance ?? []).filter((window) =>
    others.every(({ maintenance = [] }) => maintenance.some((one) => isSame(one, window))),
  );
  const own = services.map(({ maintenance = [], ...service }) => ({
    ...service,
    maintenance: maintenance.filter((one) => !shared.some((window) => isSame(one, window))),
  }));
  return { shared, own };
}

function isSame(one: PublicWindow, other: PublicWindow): boolean {
  return one.from === other.from && one.to === other.to && one.isActive === other.isActive;
}
