import type { InstallationState } from '../../contract/state.ts';
import type { RunFigures } from '../metrics/figures.ts';
import type { RunRow } from '../model.ts';

/** The news that a monitor sends to the others with its writes. */
export interface News {
  /** The monitor that wrote it. */
  readonly by: string;
  /** Whose snapshot has changed. */
  readonly installation?: string;
  /** The job that has ended. */
  readonly jobId?: string;
  /** The run that was recorded. */
  readonly row?: RunRow;
  /** What several locations agree on after it. */
  readonly agreed?: InstallationState;
  /** What the metrics count of it, if there is room. */
  readonly figures?: RunFigures;
}

/** PostgreSQL takes no more. */
const mostBytes = 7_999;

/** News as text. What there is no room for is left out: others read it from the history, but cannot count the requests. */
export function formatNews(news: News): string {
  const { figures: _figures, ...withoutFigures } = news;
  const { row: _row, ...least } = withoutFigures;
  const texts = [news, withoutFigures, least].map((one) => JSON.stringify(one));
  return texts.find((text) => Buffer.byteLength(text) <= mostBytes) ?? '';
}

/** Nothing if the message is of another user of the channel. */
export function parseNews(text: string): News | undefined {
  try {
    const news = JSON.parse(text) as Partial<News>;
    return typeof news.by === 'string' ? (news as News) : undefined;
  } catch {
    return undefined;
  }
}
