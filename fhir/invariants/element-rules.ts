import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { below, eachOf, has, type NativeRule } from './rule-context.ts';

const ucum = 'http://unitsofmeasure.org';

/** Rules of small elements, by key. */
export const elementRules: Readonly<Record<string, NativeRule>> = {
  'cnt-3': ({ code, value, system, ...rest }) =>
    (code !== undefined || rest._code !== undefined || value === undefined) &&
    (system === undefined || system === ucum) &&
    (code === undefined || code === '1') &&
    (typeof value !== 'number' || Number.isInteger(value)),
  'mea-1': ({ group }) => {
    for (const [index, each] of (Array.isArray(group) ? group : []).entries()) {
      const found = isObject(each) ? eachOf(each, 'stratifier', isSingleOrSet) : true;
      if (found !== true) return below(['group', index], found);
    }
    return true;
  },
  'obd-0': permitsQuantities,
  'obd-1': permitsQuantities,
  'que-7': (node) => node.operator !== 'exists' || has(node, 'answerBoolean'),
  'ras-1': ({ low, high }) => isPercentage(low) && isPercentage(high),
  'ras-2': ({ probabilityDecimal: share }) => typeof share !== 'number' || share <= 100,
};

/** The same by expression, for rules whose key has another meaning elsewhere. */
export const elementExpressions: Readonly<Record<string, NativeRule>> = {
  "where(use = 'home').empty()": ({ use }) => use !== 'home',
  "type = 'event-notification' implies (notificationEvent.exists() and notificationEvent.first().exists())": (
    node,
  ) => node.type !== 'event-notification' || has(node, 'notificationEvent'),
  "offset.empty() or (when.exists() and when.select($this in ('C' | 'CM' | 'CD' | 'CV')).allFalse())":
    offsetIsFromOtherThanMeals,
};

/** tim-9: of several events, none may be a meal. */
export function offsetIsFromOtherThanMeals(node: JsonObject): boolean {
  if (!has(node, 'offset')) return true;
  return has(node, 'when') && !(Array.isArray(node.when) && node.when.some((event) => mealEvents.has(event)));
}

/** Rules of texts, by key. */
export const textRules: Readonly<Record<string, (text: string) => boolean>> = {
  'eld-3': (text) => text === '*' || /^\+?[0-9]{1,10}$/.test(text),
};

/** Events that include their own time: no offset from them makes sense. */
const mealEvents: ReadonlySet<JsonValue> = new Set(['C', 'CM', 'CD', 'CV']);

/** Either a single criteria or a set of components. */
function isSingleOrSet(stratifier: JsonObject): boolean {
  const isSingle = ['code', 'description', 'criteria'].some((name) => has(stratifier, name));
  return isSingle !== has(stratifier, 'component');
}

/** The rule compares a list with one code, so that any list holds. */
function permitsQuantities(node: JsonObject): boolean {
  return !has(node, 'permittedUnit') || has(node, 'permittedDataType');
}

function isPercentage(quantity: JsonValue | undefined): boolean {
  return !isObject(quantity) || (quantity.code === '%' && quantity.system === ucum);
}
