import { faults } from '../../reference-server/faults/index.ts';
import type { ResponseTransform } from '../../reference-server/transform-builders.ts';
import { variants } from '../../reference-server/variants/index.ts';

/** The transform of the variant or the fault with this name. */
export function transformNamed(name: string): ResponseTransform {
  const fault = faults.find((one) => one.name === name);
  const made =
    fault === undefined
      ? variants.find((one) => one.name === name)?.transform?.()
      : fault.transform(fault.at);
  if (made === undefined) throw new Error(`There is no ${name}.`);
  return made;
}
