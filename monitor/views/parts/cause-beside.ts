import { withoutSlashesAtEnd } from '../../../engine/configuration/parsers.ts';

/**
 * A cause as it stands beside the name of its installation: without the address that it begins with, since on a narrow
 * screen and on a wall there would be room for nothing else. "Cannot be reached: the connection was refused."
 */
export function causeBeside(cause: string, baseUrl: string): string {
  const address = `${withoutSlashesAtEnd(baseUrl)} `;
  if (!cause.startsWith(address)) return cause;
  const rest = cause.slice(address.length);
  return `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}
