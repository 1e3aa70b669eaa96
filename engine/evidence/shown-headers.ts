import { limits } from '../../contract/limits.ts';
import type { Clean } from './redaction.ts';

/** The headers of an answer in a record: lower-case names, request ids first. */
export type ShownHeaders = Readonly<Record<string, string>>;

/** Credentials under any name. A challenge (`www-authenticate`) is not one. */
const credentials =
  /cookie|authori[sz]ation|authentication-info|token|secret|session|passw|credential|signature|nonce|csrf|xsrf|api-?key|^x-(amz|goog)-security/;

/** Operators use these to find the request in the logs of the installation, or of a proxy in front of it. */
const requestIds =
  /(^|-)(request|correlation|trace|transaction|invocation)-?id$|^traceparent$|^cf-ray$|^x-amzn?-/;

/** Whether a header contains the id of a request. */
export function isRequestId(name: string): boolean {
  return requestIds.test(name.toLowerCase());
}

/**
 * The headers of an answer that a record keeps: without credentials, without any part of our secrets, and limited in
 * number and length.
 */
export function showHeaders(headers: Readonly<Record<string, string>>, clean: Clean): ShownHeaders {
  const shown = Object.entries(headers).filter(([name]) => !credentials.test(name.toLowerCase()));
  const isId = ([name]: readonly [string, string]): boolean => isRequestId(name);
  const ordered = [...shown.filter(isId), ...shown.filter((one) => !isId(one))];
  return Object.fromEntries(
    ordered
      .slice(0, limits.shownHeaders.value)
      .map(([name, value]) => [shorten(clean(name)), shorten(clean(withoutQuery(name, value)))]),
  );
}

/** A URL in an answer may admit anyone who has it, by its query or its user part. */
function withoutQuery(name: string, value: string): string {
  if (!/^(content-)?location$|^refresh$/i.test(name)) return value;
  return value.replace(/\?.*$/s, '?…').replace(/\/\/[^/@]*@/, '//…@');
}

function shorten(text: string): string {
  const { value: longest } = limits.shownHeader;
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
